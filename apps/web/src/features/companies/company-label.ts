/**
 * The company's label: the first label of the host name (AUTH-10). A bare IP host has none: its first number names
 * nobody (ROLE-03).
 */
export function companyLabelOf(hostName: string): string | undefined {
  const isAddress = /^[\d.]+$/.test(hostName) || hostName.includes(':');
  const [label] = hostName.toLowerCase().split('.');
  return isAddress || !label ? undefined : label;
}
