package io.freightsdk.server.service.account;

import io.freightsdk.server.view.Scope;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The valid agent keys. Safe for use by several threads.
 *
 * <p>Only SHA-256 digests are kept. They are found by their first 64 bits and then compared in
 * constant time, so neither memory nor timing reveals a key.
 */
public final class AgentKeys {
  private static final int MAX_KEY_LENGTH = 512;

  private final Map<Long, Entry> byDigestPrefix;

  public AgentKeys() {
    this.byDigestPrefix = new ConcurrentHashMap<>();
  }

  public AgentKeys(AgentKeys source) {
    this.byDigestPrefix = new ConcurrentHashMap<>(source.byDigestPrefix);
  }

  static AgentKeys restored(Map<String, AgentKey> byDigest) {
    AgentKeys keys = new AgentKeys();
    byDigest.forEach(
        (hex, grant) -> {
          ByteString digest = ByteString.decodeHex(hex);
          keys.byDigestPrefix.put(prefix(digest), new Entry(digest, grant));
        });
    return keys;
  }

  /** What each key grants, by the key's digest. */
  Map<String, AgentKey> byDigest() {
    Map<String, AgentKey> byDigest = new HashMap<>();
    byDigestPrefix.values().forEach(entry -> byDigest.put(entry.digest.hex(), entry.grant));
    return byDigest;
  }

  /**
   * Makes {@code key} valid.
   *
   * @throws IllegalArgumentException when it is in use or is not valid in a header
   */
  public void add(String key, AgentKey grant) {
    if (key.isEmpty() || !isVisible(key) || key.length() > MAX_KEY_LENGTH) {
      throw new IllegalArgumentException(
          "an agent key must be 1 to 512 visible ASCII characters without spaces");
    }
    ByteString digest = digest(key);
    if (byDigestPrefix.putIfAbsent(prefix(digest), new Entry(digest, grant)) != null) {
      throw new IllegalArgumentException("this agent key is already in use; choose another");
    }
  }

  public @Nullable AgentKey find(String key) {
    Entry entry = entry(key);
    return entry == null ? null : entry.grant;
  }

  public boolean revoke(String key) {
    Entry entry = entry(key);
    return entry != null && byDigestPrefix.remove(prefix(entry.digest), entry);
  }

  private @Nullable Entry entry(String key) {
    ByteString digest = digest(key);
    Entry entry = byDigestPrefix.get(prefix(digest));
    boolean known =
        entry != null && MessageDigest.isEqual(entry.digest.toByteArray(), digest.toByteArray());
    return known ? entry : null;
  }

  private static boolean isVisible(String key) {
    for (int i = 0; i < key.length(); i++) {
      if (key.charAt(i) <= ' ' || key.charAt(i) >= 0x7f) return false;
    }
    return true;
  }

  private static long prefix(ByteString digest) {
    return digest.asByteBuffer().getLong();
  }

  private static ByteString digest(String key) {
    return ByteString.encodeUtf8(key).sha256();
  }

  private record Entry(ByteString digest, AgentKey grant) {}

  /** The broker and the scopes of a valid key. The key itself is kept only as a digest. */
  public record AgentKey(String brokerId, Set<Scope> scopes) {
    public boolean allows(Scope scope) {
      return scopes.contains(scope);
    }
  }
}
