package io.freightsdk.internal.text;

import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.model.internal.Members;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks names and values of request headers, and copies response headers. No message contains a
 * value, because it may be secret.
 */
public final class HeaderRules {
  private static final int MAX_AGENT_KEY_CHARS = 1024;

  /** Headers that the client or the HTTP library sets; callers must not add them. */
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

  /** A token of HTTP (RFC 9110, section 5.6.2). */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  private HeaderRules() {}

  /** Requires an {@code Idempotency-Key} of 1 to 255 visible ASCII characters. */
  public static String requireIdempotencyKey(String key) {
    Objects.requireNonNull(key, "idempotencyKey");
    if (key.isEmpty() || key.length() > Require.MAX_CHARS || !isVisibleAscii(key)) {
      throw new InvalidOptionException(
          "idempotencyKey",
          "must be 1 to 255 visible ASCII characters without spaces, got "
              + key.length()
              + " characters"
              + (isVisibleAscii(key) ? "" : ", some of them not visible ASCII"),
          "use the order's reference, without spaces");
    }
    return key;
  }

  /** Requires an agent key that can be sent as a bearer token. */
  public static String requireAgentKey(@Nullable String key) {
    return requireAgentKey(key, "agentKey");
  }

  /**
   * The same.
   *
   * @param name where the key comes from, for messages
   */
  public static String requireAgentKey(@Nullable String key, String name) {
    if (key == null) throw new NullPointerException(noAgentKey(name, "null").getMessage());
    if (Require.isBlank(key)) throw noAgentKey(name, "blank");
    Placeholder.refuse(key, name);
    if (key.length() > MAX_AGENT_KEY_CHARS || !isVisibleAscii(key) || isQuoted(key)) {
      throw new InvalidOptionException(
          name,
          "is longer than 1024 characters, or has a space, a line break, quotes around it or"
              + " another character that is not visible ASCII",
          "copy it again without quotes and line ends (the key is not shown here)");
    }
    return key;
  }

  /** Some readers of variable files keep the quotes. */
  private static boolean isQuoted(String key) {
    return key.startsWith("\"") || key.startsWith("'");
  }

  private static InvalidOptionException noAgentKey(String name, String state) {
    return new InvalidOptionException(
        name,
        "must not be " + state,
        "check that the environment variable or secret with the agent key is set (the broker console"
            + " shows the key: Integrations, Agent API)");
  }

  /** Requires the name of a header that a caller may add. */
  public static String requireExtraName(String name) {
    Objects.requireNonNull(name, "header name");
    if (!TOKEN.matcher(name).matches()) {
      throw new InvalidOptionException(
          "header name",
          "expected letters, digits and hyphens (an HTTP token)",
          "remove other characters");
    }
    if (OWNED.contains(name.toLowerCase(Locale.ROOT))) {
      throw new InvalidOptionException(
          "header " + name,
          "is set by the client",
          "remove it, or use the builder's option for it");
    }
    return name;
  }

  /**
   * Requires a value that cannot end its header and start another header.
   *
   * @param option for the message
   */
  public static String requireValue(String option, String value) {
    Objects.requireNonNull(value, option);
    boolean allowed = value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'));
    if (!allowed) {
      throw new InvalidOptionException(
          option,
          "has a control or non-ASCII character",
          "remove it (the value is not shown here)");
    }
    return value;
  }

  /** The first value of a header; null if there is none. */
  public static @Nullable String first(Map<String, List<String>> headers, String name) {
    List<String> values = headers.get(Objects.requireNonNull(name, "name"));
    return values == null || values.isEmpty() ? null : values.get(0);
  }

  /** An unmodifiable copy of response headers. Its names ignore case. */
  public static Map<String, List<String>> copyOf(Map<String, ? extends List<String>> headers) {
    Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Objects.requireNonNull(headers, "headers")
        .forEach(
            (name, values) ->
                copy.put(
                    Objects.requireNonNull(name, "headers contains null; remove it"),
                    Members.copyList("headers", values)));
    return Collections.unmodifiableMap(copy);
  }

  private static boolean isVisibleAscii(String text) {
    // A loop, because a stream would load many classes at a program's first call.
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c > '~') return false;
    }
    return true;
  }
}
