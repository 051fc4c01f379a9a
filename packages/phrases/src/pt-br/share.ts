/** The public page of a shared location. */
export const share = {
  'share.title': 'Localização compartilhada',
  'share.loading': 'Carregando...',
  'share.invalid': 'Link inválido ou expirado!',
  'share.redirect': 'Você será levado à tela de login em {{seconds}} segundos.',
  'share.backToLogin': 'Voltar ao login',
  'share.lost': 'Conexão perdida. Mostrando a última posição; tentando de novo…',
  'share.expires': 'Expira em {{date}}',
  'share.revoke': 'Revogar',
};

export type ShareKey = keyof typeof share;
