import type { Row } from './row.ts'

/**
 * Events to which React would listen besides the few below. Touch events stay: without a listener for them Safari does
 * not apply :active. 'cut' and 'progress' are missing because the portal has props called onCut and onProgress.
 */
const unheard = (
  'abort auxClick beforeToggle canPlay canPlayThrough contextMenu copy drag dragEnd dragEnter dragExit dragLeave dragOver ' +
  'dragStart drop durationChange emptied encrypted ended fullscreenChange fullscreenError gotPointerCapture invalid ' +
  'keyPress keyUp loadedMetadata loadStart lostPointerCapture mouseDown mouseMove mouseOut mouseOver mouseUp paste pause ' +
  'play playing pointerCancel pointerMove pointerOut pointerOver pointerUp rateChange reset resize seeked seeking stalled ' +
  'suspend timeUpdate volumeChange scroll waiting wheel scrollEnd doubleClick animationEnd animationIteration ' +
  'animationStart transitionRun transitionStart transitionCancel transitionEnd mouseEnter mouseLeave pointerEnter ' +
  'pointerLeave select beforeInput compositionStart compositionUpdate compositionEnd'
)
  .split(' ')
  .map(name => name.charAt(0).toUpperCase() + name.slice(1))

const heard =
  'cancel click close error input keyDown load loadedData pointerDown submit toggle touchCancel touchEnd touchMove touchStart'

/** The events that React listens to and dispatches. Text input arrives as input and change from every input method. */
export const events: readonly Row[] = [
  {
    why: 'Nobody hears any event but those of buttons, links, fields, dialogs, pictures and the camera: React need not either.',
    unless: new RegExp(`\\bon(?:${unheard.join('|')})(?:Capture)?\\b|\\bon(?:Cut|Progress)(?:Capture)?=`),
    unheard: true,
    never: ['isFallbackCompositionEnd'],
    less: {
      constructSelectEvent: '',
      getNativeBeforeInputChars: 'return null',
      getFallbackBeforeInputChars: 'return null',
    },
    cuts: [
      { from: '"abort auxClick beforeToggle', to: 'waiting wheel"', instead: `"${heard}"` },
      { from: 'simpleEventPluginEvents.push("scrollEnd");', to: '\n', instead: '' },
      {
        from: 'registerSimpleEvent(ANIMATION_END, "onAnimationEnd");',
        to: 'registerSimpleEvent("dblclick", "onDoubleClick");',
        instead: '',
      },
      {
        from: 'registerSimpleEvent(TRANSITION_RUN, "onTransitionRun");',
        to: '"compositionupdate focusout keydown keypress keyup mousedown".split(" ")\n);',
        instead: 'registerTwoPhaseEvent("onChange", ["change"]);',
      },
      {
        from: 'ANIMATION_END = getVendor',
        to: 'topLevelEventsToReactNames =',
        instead: 'topLevelEventsToReactNames =',
      },
      { from: '"abort canplay canplaythrough', to: 'volumechange waiting"', instead: '"error loadeddata"' },
      {
        from: '    var ownerDocument =\n      9 === rootContainerElement.nodeType',
        to: '"selectionchange", !1, ownerDocument));',
        instead: '',
      },
      { from: '"selectionchange" !== domEventName &&', to: '\n', instead: '' },
      // The class of the synthetic event that React dispatches.
      { from: 'case "keypress":\n            if (0 ===', to: 'break a;', instead: '' },
      { from: 'case "auxclick":\n          case "dblclick":', to: 'case "contextmenu":\n', instead: '' },
      {
        from: 'case "drag":\n          case "dragend":',
        to: 'SyntheticEventCtor = SyntheticTouchEvent;\n            break;',
        instead: '',
      },
      { from: 'case ANIMATION_END:', to: 'case "pointerdown":', instead: 'case "pointerdown":' },
      { from: 'case "pointermove":\n          case "pointerout":', to: 'case "pointerup":\n', instead: '' },
      {
        from: 'accumulateTargetOnly =\n            !inCapturePhase',
        to: '"scrollend" === domEventName),',
        instead: 'accumulateTargetOnly = !1,',
      },
      { from: 'SyntheticUIEvent = createSynthetic', to: '(UIEventInterface),', instead: '' },
      { from: 'DragEventInterface = assign', to: 'createSyntheticEvent(DragEventInterface),', instead: '' },
      { from: 'AnimationEventInterface = assign', to: 'createSyntheticEvent(CompositionEventInterface),', instead: '' },
      { from: 'TouchEventInterface = assign', to: 'createSyntheticEvent(WheelEventInterface),', instead: '' },
      { from: ',\n  END_KEYCODES = [', to: 'hasSpaceKeypress = !1;', instead: ';' },
      // Events of mouse entering and leaving, of selection, and of input methods (composition).
      {
        from: '      a: {\n        SyntheticEventCtor =\n          "mouseover" ===',
        to: '                !0\n              );\n          }\n        }\n      }\n',
        instead: '',
      },
      {
        from: 'handleEventFunc = targetInst ? getNodeFromInstance(targetInst) : window;\n      switch',
        to: 'extractEvents$1(\n        dispatchQueue,\n        domEventName,\n        targetInst,\n        nativeEvent,\n        nativeEventTarget\n      );',
        instead: '',
      },
      // Events that React replays after hydration: of these the portal listens to focus only.
      {
        from: 'case "dragenter":\n    case "dragleave":\n      queuedDrag',
        to: 'queuedPointerCaptures.delete(nativeEvent.pointerId);',
        instead: '',
      },
      {
        from: 'case "dragenter":\n      return (',
        to: '        !0\n      );\n  }\n  return !1;',
        instead: '}\n  return !1;',
      },
      {
        from: 'null !== queuedDrag &&\n    attempt',
        to: 'queuedPointerCaptures.forEach(attemptReplayContinuousQueuedEventInMap);',
        instead: '',
      },
      { from: 'null !== queuedDrag && scheduleCallback', to: 'queuedPointerCaptures.forEach(unblock);', instead: '' },
    ],
  },
  {
    why: 'Of an event nobody reads how far a mouse has moved, which key holds another down, or the numbers of keys.',
    unless: /\bmovement[XY]\b|\bgetModifierState\b|\.(?:charCode|keyCode|which)\b/,
    cuts: [
      {
        from: 'movementX: function (event) {',
        to: '"movementY" in event ? event.movementY : lastMovementY;\n    }',
        instead: '',
      },
      { from: 'charCode: function (event) {', to: 'SyntheticKeyboardEvent =', instead: '}),SyntheticKeyboardEvent =' },
    ],
    everywhere: [{ text: /getModifierState: getEventModifierState,?/g, instead: '' }],
  },
  {
    why: 'A minimum browser names each key as the standard does, or "Unidentified"; of keys only keydown is heard.',
    cuts: [
      {
        from: 'if (nativeEvent.key) {\n        var key = normalizeKey',
        to: 'translateToKey[nativeEvent.keyCode] || "Unidentified"\n          : "";',
        instead:
          'return nativeEvent.key && "Unidentified" !== nativeEvent.key ? nativeEvent.key : translateToKey[nativeEvent.keyCode] || "Unidentified";',
      },
    ],
  },
]
