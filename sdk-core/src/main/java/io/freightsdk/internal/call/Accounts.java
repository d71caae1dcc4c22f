package io.freightsdk.internal.call;

import io.freightsdk.internal.text.HeaderRules;
import java.util.function.Supplier;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the checked agent key of each attempt, with the broker account that pays. By default,
 * each agent key has its own account. A client with an account name has one account for all its
 * keys.
 *
 * <p>An account is a short text of digests: {@code A-K} without a name, from the address of the
 * service and the agent key; {@code A.N} with a name, from the address and the name. {@code A} is
 * the same for all accounts at one address. The text shows neither key nor name. Safe for
 * concurrent use.
 */
public final class Accounts {
  /** The name of the application's supplier in messages. */
  static final String SUPPLIER = "the agent key supplier";

  /** Enough to distinguish the few addresses of an application. */
  private static final int ADDRESS_CHARS = 8;

  /** 64 bits: enough to keep accounts apart, and too few to find the key. */
  private static final int ACCOUNT_CHARS = 16;

  /**
   * An agent key that can be sent, and the account that pays for its calls.
   *
   * @param agentKey of visible ASCII characters
   */
  public record AccountKey(String agentKey, String accountId) {
    /** The account, without the key. */
    @Override
    public String toString() {
      return "AccountKey[" + accountId + "]";
    }
  }

  private final String address;
  private final Supplier<String> agentKeys;

  /** The account of every key; null if each key has its own. */
  private final @Nullable String named;

  /** The last key, which changes when the application rotates it. */
  private volatile @Nullable AccountKey last;

  /**
   * @param address of the service
   * @param agentKeys the application's supplier, which may return another key each time
   * @param name of the account; null for none
   */
  public Accounts(String address, Supplier<String> agentKeys, @Nullable String name) {
    this.address = address;
    this.agentKeys = agentKeys;
    this.named = name == null ? null : account('.', name);
  }

  /** Whether all keys are of one account. */
  boolean isNamed() {
    return named != null;
  }

  /** The account of a call that starts now. Requests a key only if the account has no name. */
  public String current() {
    return named != null ? named : key().accountId();
  }

  /**
   * The agent key of an attempt that starts now. Throws the exceptions of the application's
   * supplier.
   *
   * @throws RuntimeException if the key cannot be sent; the message does not show it
   */
  public AccountKey key() {
    String agentKey = agentKeys.get();
    AccountKey existing = last;
    if (existing != null && existing.agentKey.equals(agentKey)) return existing;
    // Every new key is checked: a supplier may rotate to a broken one, and OkHttp would print it.
    HeaderRules.requireAgentKey(agentKey);
    AccountKey created = new AccountKey(agentKey, named != null ? named : account('-', agentKey));
    last = created;
    return created;
  }

  private String account(char kind, String what) {
    return digest(address, ADDRESS_CHARS) + kind + digest(address + "\n" + what, ACCOUNT_CHARS);
  }

  private static String digest(String text, int chars) {
    return ByteString.encodeUtf8(text).sha256().hex().substring(0, chars);
  }
}
