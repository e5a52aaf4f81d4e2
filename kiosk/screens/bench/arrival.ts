import { useEffect, useRef } from "preact/hooks";
import { terminal } from "../../terminal.ts";
import { subject } from "./desk.ts";

const PITCH_HZ = 880;
const TICK_S = 0.07;
/** Full volume of the terminal is still no shout. */
const LOUDEST = 0.25;

let audio: AudioContext | null = null;

/** One soft tick when a vehicle arrives that needs somebody; off unless the terminal wants it. */
export function useArrivalTick(): void {
  const about = subject.value;
  const key = about.kind === "due" && !about.carried ? about.key : about.kind === "puzzle" ? about.key : "";
  const before = useRef(key);
  useEffect(() => {
    if (key !== "" && key !== before.current && terminal.value.volume > 0) tick(terminal.value.volume);
    before.current = key;
  }, [key]);
}

/** Plays the tick once; `volume` goes from 0 to 1. */
export function tick(volume: number): void {
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.value = PITCH_HZ;
  gain.gain.setValueAtTime(volume * LOUDEST, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + TICK_S);
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + TICK_S);
}
