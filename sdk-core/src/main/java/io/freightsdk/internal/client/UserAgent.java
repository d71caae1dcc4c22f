package io.freightsdk.internal.client;

import java.util.Locale;
import okhttp3.OkHttp;
import org.jspecify.annotations.Nullable;

/** The {@code User-Agent} of the client: SDK, Java and HTTP library with their versions. */
public final class UserAgent {
  /** The version of this SDK; a test compares it with the POM. */
  static final String SDK_VERSION = "0.1.0-SNAPSHOT";

  private UserAgent() {}

  /** Such as {@code freight-sdk-java/0.1.0 (java 17.0.15; okhttp 5.5.1) tms/3.2}. */
  public static String of(@Nullable String suffix) {
    // Only this class reads java.version.
    String agent =
        String.format(
            Locale.ROOT,
            "freight-sdk-java/%s (java %s; okhttp %s)",
            SDK_VERSION,
            System.getProperty("java.version"),
            OkHttp.VERSION);
    return suffix == null ? agent : agent + " " + suffix;
  }
}
