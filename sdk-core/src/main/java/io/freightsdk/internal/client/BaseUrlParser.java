package io.freightsdk.internal.client;

import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.internal.text.Placeholder;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/** Checks the base URL once, so that the agent key is never sent where others can read it. */
public final class BaseUrlParser {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|.*\\.localhost|127(\\.\\d{1,3}){3}|::1");

  private BaseUrlParser() {}

  /**
   * Parses the URL to which the paths of operations are appended.
   *
   * @param name where the text comes from, for messages
   * @throws InvalidOptionException when it is still a placeholder or not an HTTP URL, has a user, a
   *     query or a fragment, or is plain http to another machine without {@code allowInsecureHttp}
   */
  public static HttpUrl parse(String text, String name, boolean allowInsecureHttp) {
    Placeholder.refuse(text, name);
    HttpUrl url = HttpUrl.parse(text.trim());
    if (url == null) {
      throw new InvalidOptionException(
          name, "is not an http or https URL", "use one such as https://api.example.com");
    }
    boolean bare =
        url.username().isEmpty()
            && url.password().isEmpty()
            && url.query() == null
            && url.fragment() == null;
    if (!bare) {
      throw new InvalidOptionException(
          name,
          "must not have a user, a query or a fragment",
          "remove them; set the agent key with agentKey(...)");
    }
    boolean encrypted = url.isHttps() || LOOPBACK.matcher(url.host()).matches();
    if (!encrypted && !allowInsecureHttp) {
      throw new InvalidOptionException(
          "allowInsecureHttp",
          "plain http to "
              + url.host()
              + " is refused: anyone on the network path could read the agent key",
          "use https, or call allowInsecureHttp() if you accept that");
    }
    return url;
  }
}
