/** What every shell needs, and most of its weight: fetched ahead by who knows that one comes next. */
export const loadLiveMap = () => import('../shells/live-map.tsx');
