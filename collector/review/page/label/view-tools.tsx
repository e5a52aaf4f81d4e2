import type { ComponentChildren } from "preact";
import { Button } from "../parts/button.tsx";
import { remember, settings } from "../settings.ts";
import { text } from "../text.ts";
import * as view from "../view.ts";

/** Zoom, brightness and lens for the pointer and for fingers; the keys do the same. */
export function ViewTools() {
  return (
    <div class="view-tools" role="toolbar" aria-label={text.view}>
      <Stepper
        less={{ name: text.zoomOut, key: "-", sign: "−", act: () => view.zoomBy(-1) }}
        more={{ name: text.zoomIn, key: "+", sign: "+", act: () => view.zoomBy(1) }}
      >
        {text.zoom} <b>{view.zoom.value}×</b>
      </Stepper>
      <Stepper
        less={{ name: text.darker, key: "[", sign: "−", act: () => view.brighten(-1) }}
        more={{ name: text.brighter, key: "]", sign: "+", act: () => view.brighten(1) }}
      >
        {text.brightness} <b>{view.brightness.value} %</b>
      </Stepper>
      <Button
        class="quiet"
        shortcut="Space"
        pressed={view.isLensOn.value}
        onTap={() => {
          view.isLensOn.value = !view.isLensOn.value;
        }}
      >
        {text.lens}
      </Button>
      {view.isChanged.value ? (
        <Button class="quiet" onTap={view.reset}>
          {text.reset}
        </Button>
      ) : null}
      <span class="space" />
      <Hide />
    </div>
  );
}

/** Against being led: what operator and camera said comes after the label. */
function Hide() {
  const { hide } = settings.value;
  return (
    <Button class="quiet" pressed={hide} onTap={() => remember({ hide: !hide })}>
      {text.hide}
    </Button>
  );
}

interface Step {
  name: string;
  key: string;
  sign: string;
  act: () => void;
}

function Stepper({ less, more, children }: { less: Step; more: Step; children: ComponentChildren }) {
  return (
    <div class="stepper">
      <StepButton {...less} />
      <span class="stepper-value">{children}</span>
      <StepButton {...more} />
    </div>
  );
}

function StepButton({ name, key: _, sign, act }: Step) {
  return (
    <Button class="quiet" label={name} onTap={act}>
      {sign}
    </Button>
  );
}
