import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { type BatteryColour, batteryColour, batteryPercent } from '@atalaia/domain/devices/battery';
import { mdiClose, mdiLockOpenVariantOutline, mdiLockOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { deviceTone } from '../../../../lib/device/device-tone.ts';
import { attributeLabel, attributeOrder, attributeValue } from '../../../../lib/formats/attribute-text.ts';
import { TimeAgo } from '../../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../../lib/formats/use-formats.ts';
import { categoryIcon } from '../../../../lib/icons/category-icon.ts';
import { useStore } from '../../../../lib/store/use-store.ts';
import { failureText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { useHasOpenAlarm, useLive } from '../../../../live/live-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { FailedState } from '../../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import { Pill, type Tone } from '../../../../ui/layout/pill.tsx';
import { panelTab, panelTabs } from '../panel-tab.ts';
import { DeviceFacts } from './device-facts.tsx';
import classes from './device-panel.module.css';

interface DevicePanelProps {
  readonly onClose: () => void;
  /** What is under way with it. */
  readonly news?: (device: Device, position: Position | undefined) => ReactNode;
  /** What leads on from it, beside its name. */
  readonly beside?: (device: Device, position: Position | undefined) => ReactNode;
  /** Reports of it, a click away. */
  readonly links?: ((device: Device) => ReactNode) | undefined;
  /** What happened to it, beside its data. */
  readonly events?: ((device: Device) => ReactNode) | undefined;
  /** What can be done with it, given by the one who knows the other parts of the product. */
  readonly actions: (device: Device, position: Position | undefined) => ReactNode;
}

/** What is known of the selected device, live (PANEL-01). */
export function DevicePanel({ onClose, news, beside, links, events, actions }: DevicePanelProps) {
  const { text } = useTexts();
  const { watched } = useLive();
  const { deviceId, device, position, phase, error } = useStore(watched, (state) => state);
  const tab = useStore(panelTab, (shown) => shown);
  if (deviceId === null) return null;

  const isLoading = phase === 'loading' && !device;
  const closeButton = <IconButton name={text('panel.close')} icon={mdiClose} size={28} onClick={onClose} />;
  return (
    <Card
      className={classes.panel}
      data-device-panel
      aria-label={text('panel.title', { name: device?.name ?? '' })}
      aria-busy={isLoading}
    >
      {isLoading && <DevicePanelSkeleton close={closeButton} />}
      {phase === 'failed' && !device && (
        <>
          <div className={classes.loneClose}>{closeButton}</div>
          <FailedState
            title={text('panel.loadFailed')}
            reason={failureText(error, text)}
            retryLabel={text('error.retry')}
            onRetry={watched.reload}
          />
        </>
      )}
      {device && (
        <>
          <DeviceHeader
            device={device}
            position={position}
            close={
              <div className={classes.corner}>
                {beside?.(device, position)}
                {closeButton}
              </div>
            }
          />
          <div className={classes.now}>
            <DevicePills device={device} position={position} />
            {position ? (
              <SpeedBox position={position} limitKnots={device.attributes.speedLimit} />
            ) : (
              phase === 'ready' && <p className={classes.note}>{text('panel.noPosition')}</p>
            )}
            {news?.(device, position)}
          </div>
          {events && <PanelTabs>{links?.(device)}</PanelTabs>}
          {events && tab === 'events' ? (
            events(device)
          ) : (
            <div className={classes.known}>
              <DeviceFacts device={device} position={position} />
              {position && <TrackerData position={position} />}
            </div>
          )}
          <div className={classes.actions} data-compact={(events && tab === 'events') || undefined}>
            {actions(device, position)}
          </div>
        </>
      )}
    </Card>
  );
}

/** What is beside the state of a vehicle: its data, or its events. */
function PanelTabs({ children }: { readonly children: ReactNode }) {
  const { text } = useTexts();
  const shown = useStore(panelTab, (tab) => tab);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={classes.tabs} role="group" aria-label={text('panel.tabs')}>
      {panelTabs.map((tab) => (
        <button key={tab} type="button" aria-pressed={shown === tab} onClick={() => panelTab.set(tab)}>
          {text(tab === 'data' ? 'panel.tabData' : 'panel.tabEvents')}
        </button>
      ))}
      <span className={classes.links}>{children}</span>
    </div>
  );
}

/** The panel's places while its device is on the way. */
function DevicePanelSkeleton({ close }: { readonly close: ReactNode }) {
  return (
    <div className={classes.skeleton}>
      <div className={classes.header}>
        <Skeleton height={40} width="40px" />
        <div className={classes.labels}>
          <Skeleton height={16} width="70%" />
          <Skeleton height={12} width="90%" />
        </div>
        {close}
      </div>
      <Skeleton height={64} />
      <Skeleton height={14} />
      <Skeleton height={14} width="80%" />
      <Skeleton height={14} width="90%" />
    </div>
  );
}

/** Everything the tracker said with its last position, folded until it is asked for (UNIT-04). */
function TrackerData({ position }: { readonly position: Position }) {
  const texts = useTexts();
  const formats = useFormats();
  const { attributes } = position;
  const keys = attributeOrder(Object.keys(attributes));
  if (keys.length === 0) return null;
  return (
    <details className={classes.data}>
      <summary>{texts.text('panel.trackerData', { count: keys.length })}</summary>
      <dl className={classes.list}>
        {keys.map((key) => (
          <div key={key} className={classes.row}>
            <dt>{attributeLabel(key, texts.text)}</dt>
            <dd dir="auto">{attributeValue(key, attributes[key], formats, texts)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface SpeedBoxProps {
  readonly position: Position;
  readonly limitKnots: number | undefined;
}

/** How fast it was, which way, and when: speed and age belong together. */
function SpeedBox({ position, limitKnots }: SpeedBoxProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const hasLimit = limitKnots !== undefined && limitKnots > 0;
  return (
    <div className={classes.box}>
      <div className={classes.speedLabels}>
        <p>
          <strong className={classes.speed} title={text('panel.speed')}>
            {formats.speedNumber(position.speed)}
          </strong>{' '}
          <span className={classes.unit}>
            {formats.speedUnit} · <span title={text('panel.course')}>{formats.course(position.course)}</span>
          </span>
        </p>
        <p className={classes.time} title={text('panel.lastUpdate')}>
          <TimeAgo instant={position.fixTime} />{' '}
          <span className={classes.stamp}>· {formats.panelTime(position.fixTime)}</span>
        </p>
        {!position.valid && <p className={classes.warning}>{text('panel.invalidPosition')}</p>}
        {position.attributes.approximate && <p className={classes.warning}>{text('panel.approximate')}</p>}
      </div>
      {hasLimit && (
        <span
          className={classes.limit}
          role="img"
          aria-label={text('panel.speedLimitValue', { limit: formats.speed(limitKnots) })}
          title={text('panel.speedLimit')}
        >
          {formats.wholeSpeed(limitKnots)}
        </span>
      )}
    </div>
  );
}

const batteryTones: Readonly<Record<BatteryColour, Tone>> = {
  green: 'online',
  yellow: 'unknown',
  red: 'alarm',
};

interface DevicePillsProps {
  readonly device: Device;
  readonly position: Position | undefined;
}

/** State, lock and battery; what the tracker does not tell is not shown. */
function DevicePills({ device, position }: DevicePillsProps) {
  const { text } = useTexts();
  const tone = deviceTone(device, position, useHasOpenAlarm(device.id));
  const blocked = position?.attributes.blocked;
  const battery = position && batteryPercent(position.attributes);
  return (
    <div className={classes.pills}>
      <Pill tone={tone}>{text(device.lastUpdate === null ? 'panel.neverConnected' : `legend.${tone}`)}</Pill>
      {blocked !== undefined && device.lastUpdate !== null && (
        <Pill tone={blocked ? 'alarm' : 'online'} icon={blocked ? mdiLockOutline : mdiLockOpenVariantOutline}>
          {text(blocked ? 'panel.blocked' : 'panel.released')}
        </Pill>
      )}
      {battery !== undefined && (
        <Pill tone={batteryTones[batteryColour(battery)]}>
          {text('panel.battery', { percent: Math.round(battery) })}
        </Pill>
      )}
    </div>
  );
}

interface DeviceHeaderProps {
  readonly device: Device;
  readonly position: Position | undefined;
  readonly close: ReactNode;
}

/** Who it is and where: name, identifier, coordinates. */
function DeviceHeader({ device, position, close }: DeviceHeaderProps) {
  const { text } = useTexts();
  const formats = useFormats();
  return (
    <header className={classes.deviceHeader}>
      <span className={classes.icon} data-tone={deviceTone(device, position, useHasOpenAlarm(device.id))}>
        <Icon path={categoryIcon(device.category)} size={22} />
      </span>
      <div className={classes.deviceLabels}>
        <h2 className={classes.name} dir="auto" title={device.name}>
          {device.name}
        </h2>
        <p className={classes.line} title={text('panel.identifier')}>
          <bdi>{device.uniqueId}</bdi>
        </p>
        {position && (
          <p className={classes.line} title={text('panel.coordinates')}>
            {formats.latitude(position.latitude)}, {formats.longitude(position.longitude)}
          </p>
        )}
      </div>
      {close}
    </header>
  );
}
