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
  'login.code': 'Código do aplicativo',
  'login.codeHint': 'O código de 6 dígitos que o aplicativo mostra agora, ou um código de recuperação.',
  'login.codeTitle': 'Falta o segundo fator',
  'login.codeSubmit': 'Confirmar',
  'login.codeWrong': 'O código não confere ou já foi usado. Espere o próximo e tente de novo.',
  'login.codeBack': 'Entrar com outra conta',
  'login.recoveryCode': 'Código de recuperação',
  'login.passkeyOnly': 'Use a chave de acesso desta conta ou digite um código de recuperação.',
  'login.passkey': 'Entrar com chave de acesso',
  'login.passkeyRefused':
    'Esta chave de acesso não abre nenhuma conta aqui. Entre com a senha ou use outra chave.',
  'login.passkeyNotGiven':
    'O navegador não usou nenhuma chave: foi cancelado, ou este endereço não a permite.',
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
