package io.freightsdk.server.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate that a server makes for itself at its start: for the names that it goes by, signed
 * by itself, with a key that is never written anywhere. Who trusts it trusts this server and no
 * other.
 */
public final class OwnCertificate {
  private static final String NAME = "freight test server";
  private static final Duration VALID_BEFORE = Duration.ofDays(1);
  private static final Duration VALID_AFTER = Duration.ofDays(365);
  private static final char[] NO_PASSWORD = {};
  private static final DateTimeFormatter UTC_TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  // Tags and object identifiers of DER (X.690) and of certificates (RFC 5280).
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int UTF8_STRING = 0x0C;
  private static final int TIME = 0x17;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int VERSION = 0xA0;
  private static final int EXTENSIONS = 0xA3;
  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;
  private static final byte[] ECDSA_WITH_SHA256 = hex("06082a8648ce3d040302");
  private static final byte[] COMMON_NAME = hex("0603550403");
  private static final byte[] ALTERNATIVE_NAMES = hex("0603551d11");
  private static final byte[] BASIC_CONSTRAINTS = hex("0603551d13");
  private static final byte[] TRUE = hex("0101ff");

  private final KeyPair keys;
  private final X509Certificate certificate;

  private OwnCertificate(KeyPair keys, X509Certificate certificate) {
    this.keys = keys;
    this.certificate = certificate;
  }

  /**
   * A new key and its certificate, valid around {@code now} of the machine, for its loopback
   * addresses and for these hosts.
   *
   * @param hosts names or addresses by which clients call the server; one that stands for every
   *     address of the machine, such as 0.0.0.0, names none
   */
  public static OwnCertificate create(Instant now, List<String> hosts) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      byte[] toBeSigned = toBeSigned(keys, now, names(hosts));
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(toBeSigned);
      byte[] signed =
          der(
              SEQUENCE,
              toBeSigned,
              der(SEQUENCE, ECDSA_WITH_SHA256),
              der(BIT_STRING, new byte[1], signature.sign()));
      Certificate read =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(signed));
      return new OwnCertificate(keys, (X509Certificate) read);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java cannot make a certificate", e);
    }
  }

  private static byte[] toBeSigned(KeyPair keys, Instant now, byte[] alternativeNames) {
    byte[] name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, text(NAME)))));
    byte[] serial = new BigInteger(126, new SecureRandom()).add(BigInteger.ONE).toByteArray();
    byte[] names = der(OCTET_STRING, alternativeNames);
    return der(
        SEQUENCE,
        der(VERSION, der(INTEGER, new byte[] {2})),
        der(INTEGER, serial),
        der(SEQUENCE, ECDSA_WITH_SHA256),
        name,
        der(SEQUENCE, time(now.minus(VALID_BEFORE)), time(now.plus(VALID_AFTER))),
        name,
        keys.getPublic().getEncoded(),
        der(
            EXTENSIONS,
            der(
                SEQUENCE,
                der(SEQUENCE, ALTERNATIVE_NAMES, names),
                der(SEQUENCE, BASIC_CONSTRAINTS, TRUE, der(OCTET_STRING, der(SEQUENCE, TRUE))))));
  }

  private static byte[] names(List<String> hosts) {
    Set<String> all = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "::1"));
    all.addAll(hosts);
    return der(SEQUENCE, all.stream().map(OwnCertificate::name).toArray(byte[][]::new));
  }

  private static byte[] name(String host) {
    boolean isAddress = host.indexOf(':') >= 0 || host.matches("[0-9.]+");
    if (!isAddress) return der(DNS_NAME, text(host));
    try {
      InetAddress address = InetAddress.getByName(host); // of digits, so nobody is asked
      return address.isAnyLocalAddress() ? new byte[0] : der(IP_ADDRESS, address.getAddress());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("no certificate for the address " + host, e);
    }
  }

  /** What clients must trust. */
  public X509Certificate certificate() {
    return certificate;
  }

  /** The same as text, for a file that other languages read. */
  public String pem() {
    try {
      String lines =
          Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
      return "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** For the server: shows the certificate and holds its key. */
  SSLContext serving() {
    try {
      KeyStore store = emptyStore();
      store.setKeyEntry(NAME, keys.getPrivate(), NO_PASSWORD, new Certificate[] {certificate});
      KeyManagerFactory own =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      own.init(store, NO_PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java cannot serve TLS", e);
    }
  }

  /** For clients: trusts this certificate and no other. */
  public SSLContext trusting() {
    try {
      KeyStore store = emptyStore();
      store.setCertificateEntry(NAME, certificate);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java cannot speak TLS", e);
    }
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  private static byte[] time(Instant time) {
    return der(TIME, text(UTC_TIME.format(time)));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  /** One element: its tag, the length of its content, and the content. */
  private static byte[] der(int tag, byte[]... content) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (byte[] part : content) whole.writeBytes(part);
    ByteArrayOutputStream element = new ByteArrayOutputStream();
    element.write(tag);
    int length = whole.size();
    if (length > 0xff) {
      element.write(0x82);
      element.write(length >>> 8);
    } else if (length > 0x7f) {
      element.write(0x81);
    }
    element.write(length);
    element.writeBytes(whole.toByteArray());
    return element.toByteArray();
  }
}
