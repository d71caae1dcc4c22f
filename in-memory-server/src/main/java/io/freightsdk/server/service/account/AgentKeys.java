package io.freightsdk.server.service.account;

import io.freightsdk.server.view.KeyScope;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The valid agent keys. Thread-safe. {@code toString} shows none. */
public final class AgentKeys {
  private static final int MAX_KEY_LENGTH = 512;

  private final Map<String, KeyGrant> keys = new ConcurrentHashMap<>();

  /**
   * Makes {@code key} valid.
   *
   * @throws IllegalArgumentException if it is in use or is not valid in a header
   */
  public void add(String key, KeyGrant grant) {
    if (key.isEmpty() || !hasOnlyVisibleAscii(key) || key.length() > MAX_KEY_LENGTH) {
      throw new IllegalArgumentException(
          "an agent key must be 1 to 512 visible ASCII characters without spaces");
    }
    if (keys.putIfAbsent(key, grant) != null) {
      throw new IllegalArgumentException("this agent key is already in use; choose another");
    }
  }

  public @Nullable KeyGrant find(String key) {
    return keys.get(key);
  }

  public boolean revoke(String key) {
    return keys.remove(key) != null;
  }

  /** Whether a text has only visible ASCII characters, no spaces. */
  public static boolean hasOnlyVisibleAscii(String text) {
    return text.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  /** The broker and the scopes of a valid key. */
  public record KeyGrant(String brokerId, Set<KeyScope> scopes) {
    public boolean allows(KeyScope scope) {
      return scopes.contains(scope);
    }
  }
}
