package io.freightsdk.internal.text;

import java.util.Locale;
import java.util.Set;

/** What may become a request header. No message shows a value: it may be a secret. */
public final class HeaderRules {
  private static final int MAX_IDEMPOTENCY_KEY_CHARS = 255;
  private static final int MAX_AGENT_KEY_CHARS = 1024;

  /** Headers that the client or the HTTP library writes; a caller's copy would contradict them. */
  private static final Set<String> OWNED =
      Set.of(
          "authorization",
          "proxy-authorization",
          "x-agent-key",
          "idempotency-key",
          "user-agent",
          "accept",
          "accept-encoding",
          "content-type",
          "content-length",
          "content-encoding",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "upgrade",
          "te",
          "trailer",
          "expect",
          "host");

  private HeaderRules() {}

  /** A key that fits the {@code Idempotency-Key} header: 1 to 255 visible ASCII characters. */
  public static String requireIdempotencyKey(String key) {
    Require.nonNull(key, "idempotencyKey");
    if (key.isEmpty() || key.length() > MAX_IDEMPOTENCY_KEY_CHARS || !isVisibleAscii(key)) {
      throw new IllegalArgumentException(
          "idempotencyKey must be 1 to 255 visible ASCII characters without spaces, but has "
              + key.length()
              + " characters of which some may be others");
    }
    return key;
  }

  /** A key that fits a bearer header. */
  public static String requireAgentKey(String key) {
    Require.nonNull(key, "agentKey");
    if (key.isBlank()) {
      throw new IllegalArgumentException(
          "agentKey is blank; copy the agent key from the broker console (Integrations, Agent API)");
    }
    if (key.length() > MAX_AGENT_KEY_CHARS || !isVisibleAscii(key)) {
      throw new IllegalArgumentException(
          "agentKey holds a space, a line break or another character that no key has; copy it again"
              + " without quotes and line ends (the key is not shown here)");
    }
    return key;
  }

  /** The name of a header that a caller may add. */
  public static String requireExtraName(String name) {
    Require.nonNull(name, "header name");
    if (name.isEmpty() || !name.chars().allMatch(HeaderRules::isTokenChar)) {
      throw new IllegalArgumentException(
          "a header name is letters, digits and hyphens (an HTTP token), this one is not");
    }
    if (OWNED.contains(name.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "header " + name + " belongs to the client and cannot be set; see its builder");
    }
    return name;
  }

  /** A value that cannot end its header and start another. */
  public static String requireValue(String name, String value) {
    Require.nonNull(value, "value of header " + name);
    boolean allowed = value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'));
    if (!allowed) {
      throw new IllegalArgumentException(
          "the value of header "
              + name
              + " holds a control or non-ASCII character (the value is not shown here)");
    }
    return value;
  }

  private static boolean isVisibleAscii(String text) {
    // A loop: this is on the way of a program's first call, where a stream loads its machinery.
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c > '~') return false;
    }
    return true;
  }

  private static boolean isTokenChar(int c) {
    boolean letterOrDigit =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letterOrDigit || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
  }
}
