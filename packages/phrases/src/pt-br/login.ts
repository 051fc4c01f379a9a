/** Sign-in screen and session. */
export const login = {
  'login.title': 'Entrar',
  'login.user': 'Usuário ou e-mail',
  'login.password': 'Senha',
  'login.showPassword': 'Mostrar a senha',
  'login.hidePassword': 'Ocultar a senha',
  'login.capsLock': 'Caps Lock está ativado',
  'login.keepConnected': 'Manter conectado',
  'login.submit': 'Entrar',
  'login.submitting': 'Entrando…',
  'login.userRequired': 'Por favor informe o seu usuário ou e-mail',
  'login.passwordRequired': 'Por favor informe a senha',
  'login.failed': 'Email ou senha incorretos',
  'user.passwordShort': 'A senha precisa de ao menos 8 caracteres.',
  'user.passwordCommon': 'Esta senha é das mais usadas e seria adivinhada. Escolha outra.',
  'user.passwordOwn': 'A senha não pode ser o seu e-mail, login ou nome.',
  'login.tooManyAttempts': 'Muitas tentativas. Aguarde {{seconds}} s e tente de novo.',
  'login.logo': 'Logotipo de {{company}}',
  'login.logout': 'Sair',
  'login.restoring': 'Restaurando a sua sessão…',
  'login.sessionEnded': 'A sua sessão terminou. Entre de novo para voltar aonde estava.',
  'login.again': 'Entre de novo',
  'login.againKept':
    'A sua sessão terminou. O que você digitou continua aqui: entre de novo para poder salvar.',
  'login.profileLoading': 'Carregando dispositivos e posições…',
  'login.language': 'Idioma',
};

export type LoginKey = keyof typeof login;
