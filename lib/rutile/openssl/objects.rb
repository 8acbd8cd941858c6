# The registered names of objects: numbers, short names and long ones, as far as keys, certificates and messages have them.

module Rutile
  module Objects
    # number | short name | long name, where it is another
    NAMES = <<~TABLE
    0.9.2342.19200300.100.1.1 | UID | userId
    0.9.2342.19200300.100.1.3 | mail | rfc822Mailbox
    0.9.2342.19200300.100.1.25 | DC | domainComponent
    1.2.840.10040.4.1 | DSA | dsaEncryption
    1.2.840.10040.4.3 | DSA-SHA1 | dsaWithSHA1
    1.2.840.10045.2.1 | id-ecPublicKey
    1.2.840.10045.3.1.1 | prime192v1
    1.2.840.10045.3.1.2 | prime192v2
    1.2.840.10045.3.1.3 | prime192v3
    1.2.840.10045.3.1.4 | prime239v1
    1.2.840.10045.3.1.5 | prime239v2
    1.2.840.10045.3.1.6 | prime239v3
    1.2.840.10045.3.1.7 | prime256v1
    1.2.840.10045.4.1 | ecdsa-with-SHA1
    1.2.840.10045.4.2 | ecdsa-with-Recommended
    1.2.840.10045.4.3 | ecdsa-with-Specified
    1.2.840.10045.4.3.1 | ecdsa-with-SHA224
    1.2.840.10045.4.3.2 | ecdsa-with-SHA256
    1.2.840.10045.4.3.3 | ecdsa-with-SHA384
    1.2.840.10045.4.3.4 | ecdsa-with-SHA512
    1.2.840.10046.2.1 | dhpublicnumber | X9.42 DH
    1.2.840.113549.1.1.1 | rsaEncryption
    1.2.840.113549.1.1.2 | RSA-MD2 | md2WithRSAEncryption
    1.2.840.113549.1.1.3 | RSA-MD4 | md4WithRSAEncryption
    1.2.840.113549.1.1.4 | RSA-MD5 | md5WithRSAEncryption
    1.2.840.113549.1.1.5 | RSA-SHA1 | sha1WithRSAEncryption
    1.2.840.113549.1.1.6 | rsaOAEPEncryptionSET
    1.2.840.113549.1.1.7 | RSAES-OAEP | rsaesOaep
    1.2.840.113549.1.1.8 | MGF1 | mgf1
    1.2.840.113549.1.1.9 | PSPECIFIED | pSpecified
    1.2.840.113549.1.1.10 | RSASSA-PSS | rsassaPss
    1.2.840.113549.1.1.11 | RSA-SHA256 | sha256WithRSAEncryption
    1.2.840.113549.1.1.12 | RSA-SHA384 | sha384WithRSAEncryption
    1.2.840.113549.1.1.13 | RSA-SHA512 | sha512WithRSAEncryption
    1.2.840.113549.1.1.14 | RSA-SHA224 | sha224WithRSAEncryption
    1.2.840.113549.1.1.15 | RSA-SHA512/224 | sha512-224WithRSAEncryption
    1.2.840.113549.1.1.16 | RSA-SHA512/256 | sha512-256WithRSAEncryption
    1.2.840.113549.1.3.1 | dhKeyAgreement
    1.2.840.113549.1.5.1 | PBE-MD2-DES | pbeWithMD2AndDES-CBC
    1.2.840.113549.1.5.3 | PBE-MD5-DES | pbeWithMD5AndDES-CBC
    1.2.840.113549.1.5.4 | PBE-MD2-RC2-64 | pbeWithMD2AndRC2-CBC
    1.2.840.113549.1.5.6 | PBE-MD5-RC2-64 | pbeWithMD5AndRC2-CBC
    1.2.840.113549.1.5.10 | PBE-SHA1-DES | pbeWithSHA1AndDES-CBC
    1.2.840.113549.1.5.11 | PBE-SHA1-RC2-64 | pbeWithSHA1AndRC2-CBC
    1.2.840.113549.1.5.12 | PBKDF2
    1.2.840.113549.1.5.13 | PBES2
    1.2.840.113549.1.5.14 | PBMAC1
    1.2.840.113549.1.7.1 | pkcs7-data
    1.2.840.113549.1.7.2 | pkcs7-signedData
    1.2.840.113549.1.7.3 | pkcs7-envelopedData
    1.2.840.113549.1.7.4 | pkcs7-signedAndEnvelopedData
    1.2.840.113549.1.7.5 | pkcs7-digestData
    1.2.840.113549.1.7.6 | pkcs7-encryptedData
    1.2.840.113549.1.9.1 | emailAddress
    1.2.840.113549.1.9.2 | unstructuredName
    1.2.840.113549.1.9.3 | contentType
    1.2.840.113549.1.9.4 | messageDigest
    1.2.840.113549.1.9.5 | signingTime
    1.2.840.113549.1.9.6 | countersignature
    1.2.840.113549.1.9.7 | challengePassword
    1.2.840.113549.1.9.8 | unstructuredAddress
    1.2.840.113549.1.9.9 | extendedCertificateAttributes
    1.2.840.113549.1.9.14 | extReq | Extension Request
    1.2.840.113549.1.9.15 | SMIME-CAPS | S/MIME Capabilities
    1.2.840.113549.1.9.16 | SMIME | S/MIME
    1.2.840.113549.1.9.16.0 | id-smime-mod
    1.2.840.113549.1.9.16.0.1 | id-smime-mod-cms
    1.2.840.113549.1.9.16.0.2 | id-smime-mod-ess
    1.2.840.113549.1.9.16.0.3 | id-smime-mod-oid
    1.2.840.113549.1.9.16.0.4 | id-smime-mod-msg-v3
    1.2.840.113549.1.9.16.0.5 | id-smime-mod-ets-eSignature-88
    1.2.840.113549.1.9.16.0.6 | id-smime-mod-ets-eSignature-97
    1.2.840.113549.1.9.16.0.7 | id-smime-mod-ets-eSigPolicy-88
    1.2.840.113549.1.9.16.0.8 | id-smime-mod-ets-eSigPolicy-97
    1.2.840.113549.1.9.16.1 | id-smime-ct
    1.2.840.113549.1.9.16.1.1 | id-smime-ct-receipt
    1.2.840.113549.1.9.16.1.2 | id-smime-ct-authData
    1.2.840.113549.1.9.16.1.3 | id-smime-ct-publishCert
    1.2.840.113549.1.9.16.1.4 | id-smime-ct-TSTInfo
    1.2.840.113549.1.9.16.1.5 | id-smime-ct-TDTInfo
    1.2.840.113549.1.9.16.1.6 | id-smime-ct-contentInfo
    1.2.840.113549.1.9.16.1.7 | id-smime-ct-DVCSRequestData
    1.2.840.113549.1.9.16.1.8 | id-smime-ct-DVCSResponseData
    1.2.840.113549.1.9.16.1.9 | id-smime-ct-compressedData
    1.2.840.113549.1.9.16.1.19 | id-smime-ct-contentCollection
    1.2.840.113549.1.9.16.1.23 | id-smime-ct-authEnvelopedData
    1.2.840.113549.1.9.16.1.24 | id-ct-routeOriginAuthz
    1.2.840.113549.1.9.16.1.26 | id-ct-rpkiManifest
    1.2.840.113549.1.9.16.1.27 | id-ct-asciiTextWithCRLF
    1.2.840.113549.1.9.16.1.28 | id-ct-xml
    1.2.840.113549.1.9.16.1.35 | id-ct-rpkiGhostbusters
    1.2.840.113549.1.9.16.1.36 | id-ct-resourceTaggedAttest
    1.2.840.113549.1.9.16.1.47 | id-ct-geofeedCSVwithCRLF
    1.2.840.113549.1.9.16.1.48 | id-ct-signedChecklist
    1.2.840.113549.1.9.16.1.49 | id-ct-ASPA
    1.2.840.113549.1.9.16.1.50 | id-ct-signedTAL
    1.2.840.113549.1.9.16.1.51 | id-ct-rpkiSignedPrefixList
    1.2.840.113549.1.9.16.2 | id-smime-aa
    1.2.840.113549.1.9.16.2.1 | id-smime-aa-receiptRequest
    1.2.840.113549.1.9.16.2.2 | id-smime-aa-securityLabel
    1.2.840.113549.1.9.16.2.3 | id-smime-aa-mlExpandHistory
    1.2.840.113549.1.9.16.2.4 | id-smime-aa-contentHint
    1.2.840.113549.1.9.16.2.5 | id-smime-aa-msgSigDigest
    1.2.840.113549.1.9.16.2.6 | id-smime-aa-encapContentType
    1.2.840.113549.1.9.16.2.7 | id-smime-aa-contentIdentifier
    1.2.840.113549.1.9.16.2.8 | id-smime-aa-macValue
    1.2.840.113549.1.9.16.2.9 | id-smime-aa-equivalentLabels
    1.2.840.113549.1.9.16.2.10 | id-smime-aa-contentReference
    1.2.840.113549.1.9.16.2.11 | id-smime-aa-encrypKeyPref
    1.2.840.113549.1.9.16.2.12 | id-smime-aa-signingCertificate
    1.2.840.113549.1.9.16.2.13 | id-smime-aa-smimeEncryptCerts
    1.2.840.113549.1.9.16.2.14 | id-smime-aa-timeStampToken
    1.2.840.113549.1.9.16.2.15 | id-smime-aa-ets-sigPolicyId
    1.2.840.113549.1.9.16.2.16 | id-smime-aa-ets-commitmentType
    1.2.840.113549.1.9.16.2.17 | id-smime-aa-ets-signerLocation
    1.2.840.113549.1.9.16.2.18 | id-smime-aa-ets-signerAttr
    1.2.840.113549.1.9.16.2.19 | id-smime-aa-ets-otherSigCert
    1.2.840.113549.1.9.16.2.20 | id-smime-aa-ets-contentTimestamp
    1.2.840.113549.1.9.16.2.21 | id-smime-aa-ets-CertificateRefs
    1.2.840.113549.1.9.16.2.22 | id-smime-aa-ets-RevocationRefs
    1.2.840.113549.1.9.16.2.23 | id-smime-aa-ets-certValues
    1.2.840.113549.1.9.16.2.24 | id-smime-aa-ets-revocationValues
    1.2.840.113549.1.9.16.2.25 | id-smime-aa-ets-escTimeStamp
    1.2.840.113549.1.9.16.2.26 | id-smime-aa-ets-certCRLTimestamp
    1.2.840.113549.1.9.16.2.27 | id-smime-aa-ets-archiveTimeStamp
    1.2.840.113549.1.9.16.2.28 | id-smime-aa-signatureType
    1.2.840.113549.1.9.16.2.29 | id-smime-aa-dvcs-dvc
    1.2.840.113549.1.9.16.2.44 | id-aa-ets-attrCertificateRefs
    1.2.840.113549.1.9.16.2.45 | id-aa-ets-attrRevocationRefs
    1.2.840.113549.1.9.16.2.47 | id-smime-aa-signingCertificateV2
    1.2.840.113549.1.9.16.2.48 | id-aa-ets-archiveTimestampV2
    1.2.840.113549.1.9.16.3 | id-smime-alg
    1.2.840.113549.1.9.16.3.1 | id-smime-alg-ESDHwith3DES
    1.2.840.113549.1.9.16.3.2 | id-smime-alg-ESDHwithRC2
    1.2.840.113549.1.9.16.3.3 | id-smime-alg-3DESwrap
    1.2.840.113549.1.9.16.3.4 | id-smime-alg-RC2wrap
    1.2.840.113549.1.9.16.3.5 | id-smime-alg-ESDH
    1.2.840.113549.1.9.16.3.6 | id-smime-alg-CMS3DESwrap
    1.2.840.113549.1.9.16.3.7 | id-smime-alg-CMSRC2wrap
    1.2.840.113549.1.9.16.3.8 | ZLIB | zlib compression
    1.2.840.113549.1.9.16.3.9 | id-alg-PWRI-KEK
    1.2.840.113549.1.9.16.3.28 | id-alg-hkdf-with-sha256 | HKDF-SHA256
    1.2.840.113549.1.9.16.3.29 | id-alg-hkdf-with-sha384 | HKDF-SHA384
    1.2.840.113549.1.9.16.3.30 | id-alg-hkdf-with-sha512 | HKDF-SHA512
    1.2.840.113549.1.9.16.4 | id-smime-cd
    1.2.840.113549.1.9.16.4.1 | id-smime-cd-ldap
    1.2.840.113549.1.9.16.5 | id-smime-spq
    1.2.840.113549.1.9.16.5.1 | id-smime-spq-ets-sqt-uri
    1.2.840.113549.1.9.16.5.2 | id-smime-spq-ets-sqt-unotice
    1.2.840.113549.1.9.16.6 | id-smime-cti
    1.2.840.113549.1.9.16.6.1 | id-smime-cti-ets-proofOfOrigin
    1.2.840.113549.1.9.16.6.2 | id-smime-cti-ets-proofOfReceipt
    1.2.840.113549.1.9.16.6.3 | id-smime-cti-ets-proofOfDelivery
    1.2.840.113549.1.9.16.6.4 | id-smime-cti-ets-proofOfSender
    1.2.840.113549.1.9.16.6.5 | id-smime-cti-ets-proofOfApproval
    1.2.840.113549.1.9.16.6.6 | id-smime-cti-ets-proofOfCreation
    1.2.840.113549.1.9.20 | friendlyName
    1.2.840.113549.1.9.21 | localKeyID
    1.2.840.113549.1.9.22.1 | x509Certificate
    1.2.840.113549.1.9.22.2 | sdsiCertificate
    1.2.840.113549.1.9.23.1 | x509Crl
    1.2.840.113549.1.12.1.1 | PBE-SHA1-RC4-128 | pbeWithSHA1And128BitRC4
    1.2.840.113549.1.12.1.2 | PBE-SHA1-RC4-40 | pbeWithSHA1And40BitRC4
    1.2.840.113549.1.12.1.3 | PBE-SHA1-3DES | pbeWithSHA1And3-KeyTripleDES-CBC
    1.2.840.113549.1.12.1.4 | PBE-SHA1-2DES | pbeWithSHA1And2-KeyTripleDES-CBC
    1.2.840.113549.1.12.1.5 | PBE-SHA1-RC2-128 | pbeWithSHA1And128BitRC2-CBC
    1.2.840.113549.1.12.1.6 | PBE-SHA1-RC2-40 | pbeWithSHA1And40BitRC2-CBC
    1.2.840.113549.1.12.10.1.1 | keyBag
    1.2.840.113549.1.12.10.1.2 | pkcs8ShroudedKeyBag
    1.2.840.113549.1.12.10.1.3 | certBag
    1.2.840.113549.1.12.10.1.4 | crlBag
    1.2.840.113549.1.12.10.1.5 | secretBag
    1.2.840.113549.1.12.10.1.6 | safeContentsBag
    1.2.840.113549.2.2 | MD2 | md2
    1.2.840.113549.2.4 | MD4 | md4
    1.2.840.113549.2.5 | MD5 | md5
    1.2.840.113549.2.6 | hmacWithMD5
    1.2.840.113549.2.7 | hmacWithSHA1
    1.2.840.113549.2.8 | hmacWithSHA224
    1.2.840.113549.2.9 | hmacWithSHA256
    1.2.840.113549.2.10 | hmacWithSHA384
    1.2.840.113549.2.11 | hmacWithSHA512
    1.2.840.113549.2.12 | hmacWithSHA512-224
    1.2.840.113549.2.13 | hmacWithSHA512-256
    1.2.840.113549.3.2 | RC2-CBC | rc2-cbc
    1.2.840.113549.3.4 | RC4 | rc4
    1.2.840.113549.3.7 | DES-EDE3-CBC | des-ede3-cbc
    1.2.840.113549.3.8 | RC5-CBC | rc5-cbc
    1.2.840.113549.3.10 | DES-CDMF | des-cdmf
    1.3.6.1.4.1.311.2.1.14 | msExtReq | Microsoft Extension Request
    1.3.6.1.4.1.311.2.1.21 | msCodeInd | Microsoft Individual Code Signing
    1.3.6.1.4.1.311.2.1.22 | msCodeCom | Microsoft Commercial Code Signing
    1.3.6.1.4.1.311.10.3.1 | msCTLSign | Microsoft Trust List Signing
    1.3.6.1.4.1.311.10.3.3 | msSGC | Microsoft Server Gated Crypto
    1.3.6.1.4.1.311.10.3.4 | msEFS | Microsoft Encrypted File System
    1.3.6.1.4.1.311.20.2.2 | msSmartcardLogin | Microsoft Smartcard Login
    1.3.6.1.4.1.311.20.2.3 | msUPN | Microsoft User Principal Name
    1.3.6.1.4.1.311.60.2.1.1 | jurisdictionL | jurisdictionLocalityName
    1.3.6.1.4.1.311.60.2.1.2 | jurisdictionST | jurisdictionStateOrProvinceName
    1.3.6.1.4.1.311.60.2.1.3 | jurisdictionC | jurisdictionCountryName
    1.3.6.1.4.1.11129.2.4.2 | ct_precert_scts | CT Precertificate SCTs
    1.3.6.1.4.1.11129.2.4.3 | ct_precert_poison | CT Precertificate Poison
    1.3.6.1.4.1.11129.2.4.4 | ct_precert_signer | CT Precertificate Signer
    1.3.6.1.4.1.11129.2.4.5 | ct_cert_scts | CT Certificate SCTs
    1.3.6.1.5.5.7.1.1 | authorityInfoAccess | Authority Information Access
    1.3.6.1.5.5.7.1.2 | biometricInfo | Biometric Info
    1.3.6.1.5.5.7.1.3 | qcStatements
    1.3.6.1.5.5.7.1.4 | ac-auditEntity
    1.3.6.1.5.5.7.1.5 | ac-targeting
    1.3.6.1.5.5.7.1.6 | aaControls
    1.3.6.1.5.5.7.1.7 | sbgp-ipAddrBlock
    1.3.6.1.5.5.7.1.8 | sbgp-autonomousSysNum
    1.3.6.1.5.5.7.1.9 | sbgp-routerIdentifier
    1.3.6.1.5.5.7.1.10 | ac-proxying
    1.3.6.1.5.5.7.1.11 | subjectInfoAccess | Subject Information Access
    1.3.6.1.5.5.7.1.14 | proxyCertInfo | Proxy Certificate Information
    1.3.6.1.5.5.7.1.24 | tlsfeature | TLS Feature
    1.3.6.1.5.5.7.1.28 | sbgp-ipAddrBlockv2
    1.3.6.1.5.5.7.1.29 | sbgp-autonomousSysNumv2
    1.3.6.1.5.5.7.2.1 | id-qt-cps | Policy Qualifier CPS
    1.3.6.1.5.5.7.2.2 | id-qt-unotice | Policy Qualifier User Notice
    1.3.6.1.5.5.7.2.3 | textNotice
    1.3.6.1.5.5.7.3.1 | serverAuth | TLS Web Server Authentication
    1.3.6.1.5.5.7.3.2 | clientAuth | TLS Web Client Authentication
    1.3.6.1.5.5.7.3.3 | codeSigning | Code Signing
    1.3.6.1.5.5.7.3.4 | emailProtection | E-mail Protection
    1.3.6.1.5.5.7.3.5 | ipsecEndSystem | IPSec End System
    1.3.6.1.5.5.7.3.6 | ipsecTunnel | IPSec Tunnel
    1.3.6.1.5.5.7.3.7 | ipsecUser | IPSec User
    1.3.6.1.5.5.7.3.8 | timeStamping | Time Stamping
    1.3.6.1.5.5.7.3.9 | OCSPSigning | OCSP Signing
    1.3.6.1.5.5.7.3.10 | DVCS | dvcs
    1.3.6.1.5.5.7.3.17 | ipsecIKE | ipsec Internet Key Exchange
    1.3.6.1.5.5.7.3.18 | capwapAC | Ctrl/provision WAP Access
    1.3.6.1.5.5.7.3.19 | capwapWTP | Ctrl/Provision WAP Termination
    1.3.6.1.5.5.7.3.21 | secureShellClient | SSH Client
    1.3.6.1.5.5.7.3.22 | secureShellServer | SSH Server
    1.3.6.1.5.5.7.3.23 | sendRouter | Send Router
    1.3.6.1.5.5.7.3.24 | sendProxiedRouter | Send Proxied Router
    1.3.6.1.5.5.7.3.25 | sendOwner | Send Owner
    1.3.6.1.5.5.7.3.26 | sendProxiedOwner | Send Proxied Owner
    1.3.6.1.5.5.7.3.27 | cmcCA | CMC Certificate Authority
    1.3.6.1.5.5.7.3.28 | cmcRA | CMC Registration Authority
    1.3.6.1.5.5.7.3.29 | cmcArchive | CMC Archive Server
    1.3.6.1.5.5.7.3.30 | id-kp-bgpsec-router | BGPsec Router
    1.3.6.1.5.5.7.3.31 | id-kp-BrandIndicatorforMessageIdentification | Brand Indicator for Message Identification
    1.3.6.1.5.5.7.3.32 | cmKGA | Certificate Management Key Generation Authority
    1.3.6.1.5.5.7.48.1 | OCSP
    1.3.6.1.5.5.7.48.1.1 | basicOCSPResponse | Basic OCSP Response
    1.3.6.1.5.5.7.48.1.2 | Nonce | OCSP Nonce
    1.3.6.1.5.5.7.48.1.3 | CrlID | OCSP CRL ID
    1.3.6.1.5.5.7.48.1.4 | acceptableResponses | Acceptable OCSP Responses
    1.3.6.1.5.5.7.48.1.5 | noCheck | OCSP No Check
    1.3.6.1.5.5.7.48.1.6 | archiveCutoff | OCSP Archive Cutoff
    1.3.6.1.5.5.7.48.1.7 | serviceLocator | OCSP Service Locator
    1.3.6.1.5.5.7.48.1.8 | extendedStatus | Extended OCSP Status
    1.3.6.1.5.5.7.48.1.11 | trustRoot | Trust Root
    1.3.6.1.5.5.7.48.2 | caIssuers | CA Issuers
    1.3.6.1.5.5.7.48.3 | ad_timestamping | AD Time Stamping
    1.3.6.1.5.5.7.48.4 | AD_DVCS | ad dvcs
    1.3.6.1.5.5.7.48.5 | caRepository | CA Repository
    1.3.6.1.5.5.7.48.10 | rpkiManifest | RPKI Manifest
    1.3.6.1.5.5.7.48.11 | signedObject | Signed Object
    1.3.6.1.5.5.7.48.13 | rpkiNotify | RPKI Notify
    1.3.14.3.2.3 | RSA-NP-MD5 | md5WithRSA
    1.3.14.3.2.6 | DES-ECB | des-ecb
    1.3.14.3.2.7 | DES-CBC | des-cbc
    1.3.14.3.2.8 | DES-OFB | des-ofb
    1.3.14.3.2.9 | DES-CFB | des-cfb
    1.3.14.3.2.11 | rsaSignature
    1.3.14.3.2.12 | DSA-old | dsaEncryption-old
    1.3.14.3.2.13 | DSA-SHA | dsaWithSHA
    1.3.14.3.2.15 | RSA-SHA | shaWithRSAEncryption
    1.3.14.3.2.17 | DES-EDE | des-ede
    1.3.14.3.2.18 | SHA | sha
    1.3.14.3.2.26 | SHA1 | sha1
    1.3.14.3.2.27 | DSA-SHA1-old | dsaWithSHA1-old
    1.3.14.3.2.29 | RSA-SHA1-2 | sha1WithRSA
    1.3.36.3.2.1 | RIPEMD160 | ripemd160
    1.3.36.3.3.2.8.1.1.7 | brainpoolP256r1
    1.3.36.3.3.2.8.1.1.11 | brainpoolP384r1
    1.3.36.3.3.2.8.1.1.13 | brainpoolP512r1
    1.3.101.110 | X25519
    1.3.101.111 | X448
    1.3.101.112 | ED25519
    1.3.101.113 | ED448
    1.3.132.0.1 | sect163k1
    1.3.132.0.2 | sect163r1
    1.3.132.0.3 | sect239k1
    1.3.132.0.4 | sect113r1
    1.3.132.0.5 | sect113r2
    1.3.132.0.6 | secp112r1
    1.3.132.0.7 | secp112r2
    1.3.132.0.8 | secp160r1
    1.3.132.0.9 | secp160k1
    1.3.132.0.10 | secp256k1
    1.3.132.0.15 | sect163r2
    1.3.132.0.16 | sect283k1
    1.3.132.0.17 | sect283r1
    1.3.132.0.22 | sect131r1
    1.3.132.0.23 | sect131r2
    1.3.132.0.24 | sect193r1
    1.3.132.0.25 | sect193r2
    1.3.132.0.26 | sect233k1
    1.3.132.0.27 | sect233r1
    1.3.132.0.28 | secp128r1
    1.3.132.0.29 | secp128r2
    1.3.132.0.30 | secp160r2
    1.3.132.0.31 | secp192k1
    1.3.132.0.32 | secp224k1
    1.3.132.0.33 | secp224r1
    1.3.132.0.34 | secp384r1
    1.3.132.0.35 | secp521r1
    1.3.132.0.36 | sect409k1
    1.3.132.0.37 | sect409r1
    1.3.132.0.38 | sect571k1
    1.3.132.0.39 | sect571r1
    2.5.4.3 | CN | commonName
    2.5.4.4 | SN | surname
    2.5.4.5 | serialNumber
    2.5.4.6 | C | countryName
    2.5.4.7 | L | localityName
    2.5.4.8 | ST | stateOrProvinceName
    2.5.4.9 | street | streetAddress
    2.5.4.10 | O | organizationName
    2.5.4.11 | OU | organizationalUnitName
    2.5.4.12 | title
    2.5.4.13 | description
    2.5.4.14 | searchGuide
    2.5.4.15 | businessCategory
    2.5.4.16 | postalAddress
    2.5.4.17 | postalCode
    2.5.4.18 | postOfficeBox
    2.5.4.19 | physicalDeliveryOfficeName
    2.5.4.20 | telephoneNumber
    2.5.4.21 | telexNumber
    2.5.4.22 | teletexTerminalIdentifier
    2.5.4.23 | facsimileTelephoneNumber
    2.5.4.24 | x121Address
    2.5.4.25 | internationaliSDNNumber
    2.5.4.26 | registeredAddress
    2.5.4.27 | destinationIndicator
    2.5.4.28 | preferredDeliveryMethod
    2.5.4.29 | presentationAddress
    2.5.4.30 | supportedApplicationContext
    2.5.4.31 | member
    2.5.4.32 | owner
    2.5.4.33 | roleOccupant
    2.5.4.34 | seeAlso
    2.5.4.35 | userPassword
    2.5.4.36 | userCertificate
    2.5.4.37 | cACertificate
    2.5.4.38 | authorityRevocationList
    2.5.4.39 | certificateRevocationList
    2.5.4.40 | crossCertificatePair
    2.5.4.41 | name
    2.5.4.42 | GN | givenName
    2.5.4.43 | initials
    2.5.4.44 | generationQualifier
    2.5.4.45 | x500UniqueIdentifier
    2.5.4.46 | dnQualifier
    2.5.4.47 | enhancedSearchGuide
    2.5.4.48 | protocolInformation
    2.5.4.49 | distinguishedName
    2.5.4.50 | uniqueMember
    2.5.4.51 | houseIdentifier
    2.5.4.52 | supportedAlgorithms
    2.5.4.53 | deltaRevocationList
    2.5.4.54 | dmdName
    2.5.4.65 | pseudonym
    2.5.4.72 | role
    2.5.4.97 | organizationIdentifier
    2.5.4.98 | c3 | countryCode3c
    2.5.4.99 | n3 | countryCode3n
    2.5.4.100 | dnsName
    2.5.29.9 | subjectDirectoryAttributes | X509v3 Subject Directory Attributes
    2.5.29.14 | subjectKeyIdentifier | X509v3 Subject Key Identifier
    2.5.29.15 | keyUsage | X509v3 Key Usage
    2.5.29.16 | privateKeyUsagePeriod | X509v3 Private Key Usage Period
    2.5.29.17 | subjectAltName | X509v3 Subject Alternative Name
    2.5.29.18 | issuerAltName | X509v3 Issuer Alternative Name
    2.5.29.19 | basicConstraints | X509v3 Basic Constraints
    2.5.29.20 | crlNumber | X509v3 CRL Number
    2.5.29.21 | CRLReason | X509v3 CRL Reason Code
    2.5.29.23 | holdInstructionCode | Hold Instruction Code
    2.5.29.24 | invalidityDate | Invalidity Date
    2.5.29.27 | deltaCRL | X509v3 Delta CRL Indicator
    2.5.29.28 | issuingDistributionPoint | X509v3 Issuing Distribution Point
    2.5.29.29 | certificateIssuer | X509v3 Certificate Issuer
    2.5.29.30 | nameConstraints | X509v3 Name Constraints
    2.5.29.31 | crlDistributionPoints | X509v3 CRL Distribution Points
    2.5.29.32 | certificatePolicies | X509v3 Certificate Policies
    2.5.29.32.0 | anyPolicy | X509v3 Any Policy
    2.5.29.33 | policyMappings | X509v3 Policy Mappings
    2.5.29.35 | authorityKeyIdentifier | X509v3 Authority Key Identifier
    2.5.29.36 | policyConstraints | X509v3 Policy Constraints
    2.5.29.37 | extendedKeyUsage | X509v3 Extended Key Usage
    2.5.29.37.0 | anyExtendedKeyUsage | Any Extended Key Usage
    2.5.29.46 | freshestCRL | X509v3 Freshest CRL
    2.5.29.54 | inhibitAnyPolicy | X509v3 Inhibit Any Policy
    2.5.29.55 | targetInformation | X509v3 AC Targeting
    2.5.29.56 | noRevAvail | X509v3 No Revocation Available
    2.16.840.1.101.3.4.1.1 | AES-128-ECB | aes-128-ecb
    2.16.840.1.101.3.4.1.2 | AES-128-CBC | aes-128-cbc
    2.16.840.1.101.3.4.1.3 | AES-128-OFB | aes-128-ofb
    2.16.840.1.101.3.4.1.4 | AES-128-CFB | aes-128-cfb
    2.16.840.1.101.3.4.1.5 | id-aes128-wrap
    2.16.840.1.101.3.4.1.6 | id-aes128-GCM | aes-128-gcm
    2.16.840.1.101.3.4.1.7 | id-aes128-CCM | aes-128-ccm
    2.16.840.1.101.3.4.1.8 | id-aes128-wrap-pad
    2.16.840.1.101.3.4.1.21 | AES-192-ECB | aes-192-ecb
    2.16.840.1.101.3.4.1.22 | AES-192-CBC | aes-192-cbc
    2.16.840.1.101.3.4.1.23 | AES-192-OFB | aes-192-ofb
    2.16.840.1.101.3.4.1.24 | AES-192-CFB | aes-192-cfb
    2.16.840.1.101.3.4.1.25 | id-aes192-wrap
    2.16.840.1.101.3.4.1.26 | id-aes192-GCM | aes-192-gcm
    2.16.840.1.101.3.4.1.27 | id-aes192-CCM | aes-192-ccm
    2.16.840.1.101.3.4.1.28 | id-aes192-wrap-pad
    2.16.840.1.101.3.4.1.41 | AES-256-ECB | aes-256-ecb
    2.16.840.1.101.3.4.1.42 | AES-256-CBC | aes-256-cbc
    2.16.840.1.101.3.4.1.43 | AES-256-OFB | aes-256-ofb
    2.16.840.1.101.3.4.1.44 | AES-256-CFB | aes-256-cfb
    2.16.840.1.101.3.4.1.45 | id-aes256-wrap
    2.16.840.1.101.3.4.1.46 | id-aes256-GCM | aes-256-gcm
    2.16.840.1.101.3.4.1.47 | id-aes256-CCM | aes-256-ccm
    2.16.840.1.101.3.4.1.48 | id-aes256-wrap-pad
    2.16.840.1.101.3.4.2.1 | SHA256 | sha256
    2.16.840.1.101.3.4.2.2 | SHA384 | sha384
    2.16.840.1.101.3.4.2.3 | SHA512 | sha512
    2.16.840.1.101.3.4.2.4 | SHA224 | sha224
    2.16.840.1.101.3.4.2.5 | SHA512-224 | sha512-224
    2.16.840.1.101.3.4.2.6 | SHA512-256 | sha512-256
    2.16.840.1.101.3.4.2.7 | SHA3-224 | sha3-224
    2.16.840.1.101.3.4.2.8 | SHA3-256 | sha3-256
    2.16.840.1.101.3.4.2.9 | SHA3-384 | sha3-384
    2.16.840.1.101.3.4.2.10 | SHA3-512 | sha3-512
    2.16.840.1.101.3.4.2.11 | SHAKE128 | shake128
    2.16.840.1.101.3.4.2.12 | SHAKE256 | shake256
    2.16.840.1.101.3.4.2.13 | id-hmacWithSHA3-224 | hmac-sha3-224
    2.16.840.1.101.3.4.2.14 | id-hmacWithSHA3-256 | hmac-sha3-256
    2.16.840.1.101.3.4.2.15 | id-hmacWithSHA3-384 | hmac-sha3-384
    2.16.840.1.101.3.4.2.16 | id-hmacWithSHA3-512 | hmac-sha3-512
    2.16.840.1.101.3.4.2.19 | KMAC128 | kmac128
    2.16.840.1.101.3.4.2.20 | KMAC256 | kmac256
    2.16.840.1.101.3.4.3.1 | dsa_with_SHA224
    2.16.840.1.101.3.4.3.2 | dsa_with_SHA256
    2.16.840.1.101.3.4.3.3 | id-dsa-with-sha384 | dsa_with_SHA384
    2.16.840.1.101.3.4.3.4 | id-dsa-with-sha512 | dsa_with_SHA512
    2.16.840.1.101.3.4.3.5 | id-dsa-with-sha3-224 | dsa_with_SHA3-224
    2.16.840.1.101.3.4.3.6 | id-dsa-with-sha3-256 | dsa_with_SHA3-256
    2.16.840.1.101.3.4.3.7 | id-dsa-with-sha3-384 | dsa_with_SHA3-384
    2.16.840.1.101.3.4.3.8 | id-dsa-with-sha3-512 | dsa_with_SHA3-512
    2.16.840.1.101.3.4.3.9 | id-ecdsa-with-sha3-224 | ecdsa_with_SHA3-224
    2.16.840.1.101.3.4.3.10 | id-ecdsa-with-sha3-256 | ecdsa_with_SHA3-256
    2.16.840.1.101.3.4.3.11 | id-ecdsa-with-sha3-384 | ecdsa_with_SHA3-384
    2.16.840.1.101.3.4.3.12 | id-ecdsa-with-sha3-512 | ecdsa_with_SHA3-512
    2.16.840.1.101.3.4.3.13 | id-rsassa-pkcs1-v1_5-with-sha3-224 | RSA-SHA3-224
    2.16.840.1.101.3.4.3.14 | id-rsassa-pkcs1-v1_5-with-sha3-256 | RSA-SHA3-256
    2.16.840.1.101.3.4.3.15 | id-rsassa-pkcs1-v1_5-with-sha3-384 | RSA-SHA3-384
    2.16.840.1.101.3.4.3.16 | id-rsassa-pkcs1-v1_5-with-sha3-512 | RSA-SHA3-512
    2.16.840.1.113730.1.1 | nsCertType | Netscape Cert Type
    2.16.840.1.113730.1.2 | nsBaseUrl | Netscape Base Url
    2.16.840.1.113730.1.3 | nsRevocationUrl | Netscape Revocation Url
    2.16.840.1.113730.1.4 | nsCaRevocationUrl | Netscape CA Revocation Url
    2.16.840.1.113730.1.7 | nsRenewalUrl | Netscape Renewal Url
    2.16.840.1.113730.1.8 | nsCaPolicyUrl | Netscape CA Policy Url
    2.16.840.1.113730.1.12 | nsSslServerName | Netscape SSL Server Name
    2.16.840.1.113730.1.13 | nsComment | Netscape Comment
    TABLE
    private_constant :NAMES

    class << self
      # [number, short name, long name] of an object by any of them; nil where it isn't known.
      def find(name)
        table[name]
      end

      # The short name where there is one, else the number.
      def short_name(number)
        found = table[number]
        found && found[0] == number ? found[1] : number
      end

      # The number for a name or a number; nil where it is neither.
      def number(name)
        found = table[name]
        return found[0] if found
        name if /\A(?:[01]\.[0-3]?\d|2\.\d+)(?:\.\d+)*\z/.match?(name)
      end

      def register(number, short, long)
        entry = [number, short, long].map { |name| name.dup.freeze }.freeze
        entry.each { |name| table[name] ||= entry }
      end

      private

      # Made when it is first asked for.
      def table
        @table ||= NAMES.each_line(chomp: true).each_with_object({}) do |line, names|
          number, short, long = line.split(" | ")
          entry = [number, short, long || short].freeze
          entry.each { |name| names[name] ||= entry }
        end
      end
    end
  end
end
