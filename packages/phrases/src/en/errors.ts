import type { ErrorsKey } from '../pt-br/errors.ts';

/** What went wrong: toasts by status, one text for each error code of the API, the states of a failed view. */
export const errors = {
  'error.status400': 'Unauthorized Operation',
  'error.status401': 'Unauthenticated user',
  'error.status403': 'Has no access rights',
  'error.status404': 'Not Found',
  'error.internal': 'Ops! Internal Error',
  'error.connection': 'Connection error',
  'error.offline': 'No network. Everything reloads once it is back.',
  'error.notSent': 'No network: nothing was sent.',
  'error.unanswered': 'Connection error: there was no answer, and the change may have been made.',
  'error.leftUnanswered': 'It was closed before the server answered: the change may have been made.',
  'error.socket': 'Error in the Web Socket connection',
  'error.general': 'Invalid parameters or constraint violation',
  'error.notZero': 'Cannot be zero',
  'error.timeout': 'The server took too long to answer. Nothing was lost; try again.',
  'error.widgetTitle': 'This part of the screen failed',
  'error.widgetText': 'The rest keeps working. Try again; if it happens again, reload the page.',
  'error.reload': 'Reload the page',
  'error.retry': 'Try again',
  'error.requestId': 'Code for support: {{requestId}}',
  'connection.asOf': 'Offline: as of {{age}}',
  'connection.behind': 'Not live',
  'connection.behindHint':
    'What you see may be old: parts of the system cannot reach each other. The screen catches up by itself.',
  'connection.lost': 'No live connection',
  'connection.nextIn': 'tries in {{seconds}} s',
  'connection.trying': 'trying…',
  'connection.tryNow': 'Try now',
  'error.socketLost': 'Live connection lost. Showing the last data; reconnecting…',
  'error.socketBack': 'Live connection restored.',
  'apiError.invalid-input': 'Some fields have invalid values. Nothing was saved; correct them and try again.',
  'apiError.desk-role-needed': 'Your user does not work at the alarm desk. Ask the administrator.',
  'apiError.supervisor-needed': 'Only a supervisor of the alarm desk does this.',
  'apiError.alarm-claimed': 'Another operator has already taken this alarm.',
  'apiError.step-changed':
    'This step was done or changed meanwhile. Nothing was done; see how the procedure is now.',
  'apiError.step-waits': 'The time of this step is not over yet. The alarm comes back to you by itself.',
  'apiError.invalid-procedure':
    'The procedure has steps that do not fit together. Correct them and try again.',
  'apiError.alarm-changed': 'The alarm changed meanwhile. Nothing was done; see how it is now.',
  'apiError.handover-accepted':
    'Somebody else has accepted this handover, or it is your own. Nothing was changed; load the list again.',
  'apiError.colleague-away': 'That colleague is not on duty. Choose another or return it to the queue.',
  'apiError.work-not-held': 'You do not work on this: take it first. Nothing was shown or changed.',
  'apiError.steps-open': 'Required steps are open. Finish them before closing.',
  'apiError.nobody-to-tell':
    'There is nobody to tell of this alarm. Ask an administrator to name supervisors.',
  'apiError.note-required': 'Write a note to close it.',
  'apiError.critical-one-by-one': 'Critical alarms are closed one by one.',
  'apiError.duplicate-unique-id': 'A device with this identifier already exists. Enter another.',
  'apiError.duplicate-user-name': 'A user with this e-mail or login already exists. Enter another.',
  'apiError.group-cycle': 'A group cannot be inside itself. Choose another parent group.',
  'apiError.user-cycle': 'A user cannot manage the person who manages them.',
  'apiError.duplicate-driver': 'A driver with this identifier already exists. Enter another.',
  'apiError.invalid-area': 'The area of the geofence cannot be read. Draw it again.',
  'apiError.invalid-calendar': 'The calendar file is not valid and was not saved.',
  'apiError.invalid-expression': 'The expression cannot be read. Correct it and try again.',
  'apiError.zero-period': 'Must not be zero',
  'apiError.customer-group-required':
    'Choose a group that you can see: without one you would not see the customer.',
  'apiError.last-administrator': 'This is the last active administrator. Appoint another before changing it.',
  'apiError.device-limit-reached':
    'The device limit has been reached. Ask the person who manages the account for a higher one.',
  'apiError.user-limit-reached':
    'The user limit has been reached. Ask the person who manages the account for a higher one.',
  'apiError.reference-not-found':
    'One of the chosen items no longer exists. Refresh the list and choose again.',
  'apiError.sinister-already-open':
    'This device already has an open incident. Continue with it, or close it first.',
  'apiError.authorization-expired':
    'The authorization of this provider has run out. Nothing was sent. Update his entry or call another one.',
  'apiError.call-out-answered':
    'This call-out is past that point. What was answered is kept. Reload the page.',
  'apiError.sinister-closed': 'This incident was closed and can no longer be changed.',
  'apiError.duplicate-label': 'A company configuration with this label already exists. Choose another.',
  'apiError.logo-missing': 'Oops! The image could not be saved!',
  'apiError.logo-dimensions': 'Wrong dimensions! The image must be 350 x 350 pixels.',
  'apiError.report-too-large': 'The report is too large. Choose a shorter period or fewer devices.',
  'apiError.spreadsheet-unreadable':
    'The file is not a spreadsheet that can be read. Save it as .xlsx or .csv and try again.',
  'apiError.spreadsheet-empty': 'The file has no rows with data.',
  'apiError.spreadsheet-too-large': 'The spreadsheet is too large. Split it into smaller ones.',
  'apiError.sim-list-without-numbers':
    'The chosen column holds no whole ICCID or number: nothing was saved, and the list from before stays. Check the column; numbers that the spreadsheet cut need the format of text.',
  'apiError.import-refused': 'The spreadsheet has errors. Correct it and check it again.',
  'apiError.invalid-credentials': 'Invalid credential authorization, please check email and password.',
  'apiError.unauthenticated': 'Unauthenticated user',
  'apiError.forbidden': 'Has no access rights',
  'apiError.account-readonly': 'Your account is read-only: nothing was changed.',
  'apiError.second-factor-needed':
    'The second factor is needed. Give the code of the app or a recovery code.',
  'apiError.second-factor-wrong':
    'The code is not right, or was used already. Wait for the next one and try again.',
  'apiError.second-factor-required': 'Your profile needs a second factor. Set it up under Security to go on.',
  'apiError.second-factor-exists':
    'This account has an app for codes already. Remove it before you set up another.',
  'apiError.second-factor-last':
    'Your profile needs a second factor, and this is your last one. Set up another before you remove it.',
  'apiError.passkey-refused':
    'This passkey opens no account here. Sign in with the password or use another passkey.',
  'apiError.openid-state':
    'This sign-in is over, or was begun in another browser. Begin again with the button of this page.',
  'apiError.openid-refused':
    'What the identity provider said could not be confirmed, and nobody was signed in. Begin again; if it goes on, tell whoever runs the server.',
  'apiError.passwords-off':
    'On this server people sign in at the company’s identity provider. The password is for administrators only.',
  'apiError.openid-denied':
    'The identity provider did not allow the sign-in. Begin again and accept the access.',
  'apiError.openid-unverified':
    'The identity provider does not confirm your e-mail. Confirm it there, or sign in with the password and link the account in Security.',
  'apiError.openid-unknown':
    'There is no account here with your e-mail of the provider. Ask whoever runs the system for one.',
  'apiError.openid-administrator':
    'The account with this e-mail is an administrator’s and is not linked by itself. Sign in with the password and link it in Security.',
  'apiError.openid-unvouched':
    'No administrator gave the account here its e-mail. Sign in with the password and link it in Security, or ask an administrator.',
  'apiError.delegated-session':
    'You are looking through the eyes of another user: only that user makes access tokens of the account.',
  'apiError.openid-no-group':
    'None of your groups at the provider has access to this system. Ask whoever manages the groups.',
  'apiError.openid-account-ended':
    'Your account is disabled or has expired. Talk to whoever runs the system.',
  'apiError.openid-factor-missing':
    'Your profile needs a second factor, and the provider named none. Turn on two-step verification at the provider and sign in again.',
  'apiError.openid-taken':
    'That account of the provider is linked with another one here, or yours has a link already. Undo the old link first.',
  'apiError.openid-only-way':
    'This account has no password: without the link nobody could sign in to it. Set a password through “I forgot the password” before you unlink.',
  'apiError.openid-away':
    'The identity provider does not answer. Try again in a moment or sign in with the password.',
  'apiError.current-password-needed':
    'To change your own e-mail or password, give the current password. Nothing was changed.',
  'apiError.current-password-wrong': 'The current password is not right. Nothing was changed; try again.',
  'apiError.devices-readonly': 'Your account may not change devices: nothing was changed.',
  'apiError.own-customer-readonly':
    'Your account may not change the record of its own customer: nothing was changed. Ask the tracking centre.',
  'apiError.made-by-others':
    'Your account can change, remove and unlink only what it created itself: nothing was changed. Ask the tracking centre.',
  'apiError.own-account': 'Nobody disables or removes his own account: ask another administrator.',
  'apiError.only-administrators': 'Only an administrator changes another administrator: nothing was changed.',
  'apiError.private-address':
    'The address is on the server’s internal network. Use a public address, or set PRIVATE_TARGETS for the installation.',
  'apiError.mirror-key-needed':
    'The server or its port changed, or the address is no longer https: type the Authorization header again, or remove the stored one. Nothing was saved.',
  'apiError.list-changed':
    'The list changed meanwhile: nothing was changed. Check the number of rows and confirm again.',
  'apiError.maintenance-changed':
    'Somebody noted this maintenance already: nothing was saved. Check its last date and try again.',
  'apiError.writes-devices':
    'This user may change devices still: give him the customer in his own form, where that is decided.',
  'apiError.campaign-changed':
    'The campaign changed meanwhile: nothing was sent. Check the number of SMS and confirm again.',
  'apiError.campaign-sending':
    'SMS of this campaign are leaving at this moment: nothing was saved. Wait a little and save again.',
  'apiError.campaign-unreadable':
    'The APN password that this campaign holds cannot be read with this server’s key. Pause the campaign, edit it, and type the password again.',
  'apiError.commands-limited': 'Your account can only send the commands saved for it.',
  'apiError.command-not-supported': 'The tracker of this device does not support this command.',
  'apiError.block-needs-confirmation':
    'The vehicle is moving or has no recent position. Confirm the block again and say why.',
  'apiError.block-refused': 'The block policy does not allow blocking this vehicle now: nothing was sent.',
  'apiError.own-request':
    'Nobody confirms their own request: nothing was sent. Ask another supervisor to confirm in their own session.',
  'apiError.pass-phrase-needed': 'The owner’s pass phrase, or a supervisor, is needed. Nothing was sent.',
  'apiError.pass-phrase-wrong':
    'The pass phrase is not right. Nothing was sent; make sure who is calling in another way.',
  'apiError.pass-phrase-not-set':
    'This customer has no pass phrase. Nothing was sent; a supervisor can decide.',
  'apiError.alone-not-allowed':
    'The policy of this vehicle asks for a second person in any case. The request stays open.',
  'apiError.alone-too-early':
    'The second person still has time to answer. The request stays open; try when 3 minutes have passed.',
  'apiError.block-under-way':
    'There is already an open request for this vehicle. Nothing was sent; follow that request or take it back.',
  'apiError.block-changed': 'The request changed while you decided. Nothing was sent; see how it stands now.',
  'apiError.block-expired': 'The 5 minutes to confirm are over. Nothing was sent; ask again.',
  'apiError.block-policy-changed':
    'The block policy changed after the request. The request was refused and nothing was sent; ask again.',
  'apiError.block-on-the-wire':
    'The command has already left for the tracker and cannot be taken back. To undo it, release the vehicle.',
  'apiError.release-reason-needed': 'Say why the vehicle is released. Nothing was sent.',
  'apiError.sms-not-set-up': 'Sending by SMS is not set up on this server.',
  'apiError.device-without-phone': 'The device has no phone number: the command cannot be sent by SMS.',
  'apiError.device-disabled': 'The device is disabled. Enable it first.',
  'apiError.sms-not-sent': 'The SMS service did not accept the message. Try again in a moment.',
  'apiError.protected-field': 'You may not change one of the fields sent: nothing was saved.',
  'apiError.scope-missing': 'The token used does not allow this.',
  'apiError.method-not-allowed': 'This address does not take this operation.',
  'apiError.not-acceptable': 'This address does not answer in the format asked for.',
  'apiError.foreign-origin': 'The request came from another site and was refused.',
  'apiError.request-timeout': 'The request was not finished in time. Try again.',
  'apiError.headers-too-large': 'The request is too long. Choose fewer items at once.',
  'apiError.not-found': 'Not Found',
  'apiError.edited-meanwhile':
    'Someone else changed this item while you edited it. Reload it and repeat the change.',
  'apiError.already-received':
    'The previous attempt reached the server: nothing was done twice. Check the outcome before you send it again.',
  'apiError.too-many-keys':
    'Your account made too many changes within a day: this one was not made. Try again later.',
  'apiError.received-differently':
    'The previous attempt reached the server and counts as it was. This one was not sent: check the outcome before you send it again.',
  'apiError.in-use': 'It is still in use and was not removed.',
  'apiError.dependents-undecided':
    'Nothing was removed: choose what happens to what is connected to this record.',
  'apiError.dependents-changed':
    'Nothing was removed: what is connected to this record has changed. Check the list and decide again.',
  'apiError.share-ended': 'The link is invalid or has expired!',
  'apiError.recipients-not-reached':
    'The message did not reach everybody. Check the contact of those it missed and send it to them alone.',
  'apiError.channel-not-set-up': 'This channel is not set up on the server yet.',
  'apiError.theft-under-way': 'A theft is already being played. Wait until it ends.',
  'apiError.demo-away': 'The program of the demonstration is not answering. Start it with npm run demo.',
  'apiError.postal-codes-not-set-up':
    'Looking up postal codes is not set up on this server. Type the address.',
  'apiError.postal-codes-unreachable':
    'The postal code service is not answering. Type the address, or try again.',
  'fleetControlNotice.unreachable':
    'Fleet control is not answering. What was synchronised is kept; it will be tried again shortly.',
  'fleetControlNotice.credentialsRefused':
    'Fleet control refused your account. What was synchronised before is kept; ask an administrator to check the id and key in your user.',
  'fleetControlNotice.refused':
    'Fleet control refused the request. What was synchronised is kept; synchronise again later.',
  'fleetControlNotice.unreadable':
    'Fleet control gave an answer that cannot be read. What was synchronised is kept; tell the provider.',
  'fleetControlNotice.secretUnreadable':
    'The key of fleet control can no longer be read. An administrator has to type it into your user again.',
  'fleetControlNotice.notAllowed':
    'Your account can no longer synchronise with fleet control. What was synchronised is kept.',
  'fleetControlNotice.internal':
    'Synchronising with fleet control stopped because of an error on this server. What was synchronised is kept; continue later.',
  'fleetControlNotice.unresolved_one': 'Fleet control: {{count}} difference to review.',
  'fleetControlNotice.unresolved_other': 'Fleet control: {{count}} differences to review.',
  'apiError.fleet-control-not-set-up':
    'No fleet-control provider is set up on this server. Nothing was exchanged.',
  'apiError.fleet-control-not-named':
    'Your attributes name no account at the fleet-control provider. Ask an administrator to fill in “Fleet control: client id” and “Fleet control: secret”.',
  'apiError.payments-not-set-up':
    'Your account is not connected to a payment provider on this server. Nothing was sent.',
  'apiError.payment-customer-taken':
    'This record of the provider is already linked to another customer here. Unlink that one first.',
  'apiError.payment-refused':
    'The payment provider refused the data. Correct the fields shown; nothing was saved there.',
  'apiError.payment-document-differs':
    'The record at the provider has a different CPF/CNPJ. Nothing was linked.',
  'apiError.payment-failed': 'The payment provider did not complete the request. Try again in a moment.',
  'apiError.geocoder-unreachable':
    'The service of addresses did not answer. Try again, or choose a town or coordinates.',
  'apiError.delivery-failed': 'The message could not be delivered. Check the address and try again.',
  'apiError.too-many-images':
    'This incident has 100 images already, and holds no more. The occurrence was not saved: record it without the image.',
  'apiError.body-too-large': 'What you sent is too large. Make the file smaller and try again.',
  'apiError.unsupported-media-type': 'This kind of file or content is not accepted.',
  'apiError.too-many-requests': 'Too many attempts. Wait a little and try again.',
  'apiError.internal-error': 'Ops! Internal Error',
  'apiError.not-ready': 'The server is not ready yet. Try again in a moment.',
  'apiError.no-space':
    'The server’s disk is full: nothing is stored until there is space. What is on this screen stays here, and trackers send their positions again later. Tell the person who runs the server and, once there is space, try again.',
} satisfies Record<ErrorsKey, string>;
