package io.freightsdk.testing;

import java.util.Locale;
import okhttp3.tls.HeldCertificate;

/** Certificates for servers in tests. */
public final class Certificates {
  private Certificates() {}

  /**
   * Creates a certificate for these hosts. okhttp-tls writes its dates with the digits of the
   * default locale, and no certificate may have other digits than 0 to 9.
   */
  public static HeldCertificate forHosts(String... hosts) {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    try {
      HeldCertificate.Builder certificate = new HeldCertificate.Builder();
      for (String host : hosts) certificate.addSubjectAlternativeName(host);
      return certificate.build();
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }
}
