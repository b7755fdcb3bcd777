'use client';
import { useEffect, useState } from 'react';
import { stepped } from '../program.js';

export default function Page() {
  const [text, setText] = useState('');
  useEffect(() => {
    stepped().then(setText, (error) => setText(String(error)));
  }, []);
  return <output>{text}</output>;
}
