import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { listTrackerPorts } from './list-trackers.ts';
import classes from './unknown-trackers.module.css';

/** Where to point a tracker to, by its protocol. */
export function TrackerPorts() {
  const { text } = useTexts();
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['tracker-ports'],
    queryFn: ({ signal }) => listTrackerPorts(api, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data || data.length === 0) return null;
  return (
    <table className={classes.ports} aria-label={text('tracker.ports')}>
      <thead>
        <tr>
          <th scope="col">{text('tracker.protocol')}</th>
          <th scope="col">{text('tracker.port')}</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ protocol, port, transports }) => (
          <tr key={protocol}>
            <td>{protocol}</td>
            <td>
              <b>{port}</b> {transports.map((transport) => transport.toUpperCase()).join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
