package io.freightsdk.server.web;

import io.freightsdk.server.http.Resource;
import java.nio.charset.StandardCharsets;
import okio.ByteString;

/**
 * A style sheet or script that pages contain inline, and its hash for the content security policy.
 */
public record Asset(String text, String cspHash) {
  /** The bytes of a file below this package. */
  public static byte[] bytes(String name) {
    return Resource.bytes(Asset.class.getResourceAsStream(name), name);
  }

  /**
   * Reads resources below this package and joins them. Callers keep the result in a holder class,
   * so that a server that shows no page reads none.
   */
  public static Asset read(String... names) {
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append(new String(bytes(name), StandardCharsets.UTF_8));
    }
    String hash = ByteString.encodeUtf8(text.toString()).sha256().base64();
    return new Asset(text.toString(), "'sha256-" + hash + "'");
  }
}
