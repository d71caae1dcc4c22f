package io.freightsdk.server.service.account;

import io.freightsdk.server.view.Scope;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  /** The same keys as {@code source} has now. */
  public AgentKeys(AgentKeys source) {
    this.byDigestPrefix = new ConcurrentHashMap<>(source.byDigestPrefix);
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
    byte[] digest = digest(key);
    if (byDigestPrefix.putIfAbsent(prefix(digest), new Entry(digest, grant)) != null) {
      throw new IllegalArgumentException("this agent key is already in use; choose another");
    }
  }

  /** The broker and the scopes of {@code key}; null when it is not valid. */
  public @Nullable AgentKey find(String key) {
    byte[] digest = digest(key);
    Entry entry = byDigestPrefix.get(prefix(digest));
    return entry != null && MessageDigest.isEqual(entry.digest, digest) ? entry.grant : null;
  }

  /** Makes {@code key} invalid; false when it was not valid. */
  public boolean revoke(String key) {
    byte[] digest = digest(key);
    Entry entry = byDigestPrefix.get(prefix(digest));
    boolean known = entry != null && MessageDigest.isEqual(entry.digest, digest);
    return known && byDigestPrefix.remove(prefix(digest), entry);
  }

  private static boolean isVisible(String key) {
    for (int i = 0; i < key.length(); i++) {
      if (key.charAt(i) <= ' ' || key.charAt(i) >= 0x7f) return false;
    }
    return true;
  }

  private static long prefix(byte[] digest) {
    return ByteBuffer.wrap(digest).getLong();
  }

  private static byte[] digest(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static final class Entry {
    final byte[] digest;
    final AgentKey grant;

    Entry(byte[] digest, AgentKey grant) {
      this.digest = digest;
      this.grant = grant;
    }
  }

  /** The broker and the scopes of a valid key. The key itself is kept only as a digest. */
  public record AgentKey(String brokerId, Set<Scope> scopes) {
    /** Whether this key has {@code scope}. */
    public boolean allows(Scope scope) {
      return scopes.contains(scope);
    }
  }
}
