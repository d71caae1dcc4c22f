package io.freightsdk.internal.client;

import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/** Checks the base URL once, so that no key ever travels where it can be read. */
public final class BaseUrl {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|.*\\.localhost|127(\\.\\d{1,3}){3}|::1");

  private BaseUrl() {}

  /**
   * The URL that paths are appended to.
   *
   * @throws IllegalArgumentException when it is no HTTP URL, carries user, query or fragment, or is
   *     plain http to another machine without {@code allowInsecureHttp}
   */
  public static HttpUrl parse(String text, boolean allowInsecureHttp) {
    HttpUrl url = HttpUrl.parse(text.trim());
    if (url == null) {
      throw new IllegalArgumentException(
          "baseUrl is not an http or https URL; use one such as https://api.example.com");
    }
    boolean bare =
        url.username().isEmpty()
            && url.password().isEmpty()
            && url.query() == null
            && url.fragment() == null;
    if (!bare) {
      throw new IllegalArgumentException(
          "baseUrl must not carry a user, a query or a fragment; the agent key has its own option");
    }
    boolean encrypted = url.isHttps() || LOOPBACK.matcher(url.host()).matches();
    if (!encrypted && !allowInsecureHttp) {
      throw new IllegalArgumentException(
          "baseUrl is plain http to "
              + url.host()
              + ": anyone on the way could read the agent key; use https, or call"
              + " allowInsecureHttp() if you accept that");
    }
    return url;
  }
}
