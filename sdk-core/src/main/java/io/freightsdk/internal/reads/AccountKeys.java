package io.freightsdk.internal.reads;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a shared cache that keep accounts apart: two brokers over one cache never see each
 * other's loads. The agent key enters as a digest only.
 */
final class AccountKeys {
  /** 64 bits: enough to keep accounts apart, too few and too one-way to find a key by. */
  private static final int DIGEST_BYTES = 8;

  private record Known(String agentKey, String prefix) {}

  private final String baseUrl;
  private final Supplier<String> agentKey;
  private final @Nullable String account;
  private volatile @Nullable Known known;

  /**
   * @param account what keeps the accounts apart instead of the agent key; null for that
   */
  AccountKeys(String baseUrl, Supplier<String> agentKey, @Nullable String account) {
    this.account = account;
    this.baseUrl = baseUrl;
    this.agentKey = agentKey;
  }

  String keyOf(String loadNumber) {
    if (account != null) {
      return "freight:" + account + ":" + loadNumber;
    }
    String key = agentKey.get();
    Known last = known;
    if (last == null || !last.agentKey().equals(key)) {
      last = new Known(key, "freight:" + digest(baseUrl + "\n" + key) + ":");
      known = last;
    }
    return last.prefix() + loadNumber;
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
