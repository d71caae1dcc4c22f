package io.freightsdk.internal.call;

import io.freightsdk.internal.text.HeaderRules;
import java.util.function.Supplier;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The broker accounts of a client. By default each agent key has an account of its own; a client
 * whose account has a name has that one account, whatever its keys are.
 *
 * <p>An account is a short text made of digests: {@code A-K} without a name, from the address of
 * the service and the agent key; {@code A.N} with one, from the address and the name. {@code A} is
 * the same for all accounts at one address. The text shows neither key nor name. Safe for
 * concurrent use.
 */
public final class Accounts {
  /** The code of the application that gives the key, as messages name it. */
  static final String SUPPLIER = "the agent key supplier";

  /** Tells the few addresses of an application apart. */
  private static final int ADDRESS_CHARS = 8;

  /** 64 bits: enough to keep accounts apart, and too few to find the key. */
  private static final int ACCOUNT_CHARS = 16;

  /**
   * An agent key that can be sent, and the account whose money it spends.
   *
   * @param agentKey of visible ASCII characters
   */
  public record AccountKey(String agentKey, String account) {
    /** The account, without the key. */
    @Override
    public String toString() {
      return "AccountKey[" + account + "]";
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
   * @param agentKeys of the application, which may give another key each time
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

  /** The account that a call made now would use; asks for a key only if it has no name. */
  public String current() {
    return named != null ? named : key().account();
  }

  /**
   * The agent key that an attempt made now would be sent with. Throws what the application's
   * supplier throws.
   *
   * @throws RuntimeException if the key cannot be sent; the message does not show it
   */
  public AccountKey key() {
    String agentKey = agentKeys.get();
    AccountKey known = last;
    if (known != null && known.agentKey.equals(agentKey)) return known;
    // Every new key is checked: a supplier may rotate to a broken one, and OkHttp would print it.
    HeaderRules.requireAgentKey(agentKey);
    AccountKey made = new AccountKey(agentKey, named != null ? named : account('-', agentKey));
    last = made;
    return made;
  }

  private String account(char kind, String what) {
    return digest(address, ADDRESS_CHARS) + kind + digest(address + "\n" + what, ACCOUNT_CHARS);
  }

  private static String digest(String text, int chars) {
    return ByteString.encodeUtf8(text).sha256().hex().substring(0, chars);
  }
}
