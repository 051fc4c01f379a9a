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
  'share.noMap': 'O mapa não pôde ser mostrado neste navegador. Veja abaixo onde está.',
  'share.noDevices': 'Nada mais é compartilhado por este link.',
  'share.noPlace': 'Ainda sem posição.',
  'share.show': 'Mostrar {{name}} no mapa',
  'share.openOutside': 'Abrir no Google Maps',
  'share.link': 'Link',
  'share.copy': 'Copiar o link',
  'share.notCopied': 'O navegador não deixou copiar o link. Copie-o daqui.',
  'share.others': 'Outros links deste dispositivo',
  'share.by': 'Compartilhado por {{name}} em {{date}}',
  'share.revoked': 'Link revogado: ninguém mais vê o dispositivo por ele.',
  'share.revokeFailed': 'O link não pôde ser revogado.',
};

export type ShareKey = keyof typeof share;
