package io.freightsdk.server;

import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.view.KeyScope;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a new broker. Immutable. Start with {@link #DEFAULT} and the {@code with}
 * methods.
 *
 * @param email the e-mail address; null for a generated address
 * @param balanceUsd the opening balance in USD
 * @param registered whether the broker is registered with the tracking system. If not, its loads
 *     are refused with 422 {@code UNKNOWN_BROKER}
 * @param scopes the scopes of the first agent key
 * @param agentKey the first agent key; null for a random key
 */
public record BrokerSettings(
    @Nullable String email,
    BigDecimal balanceUsd,
    boolean registered,
    Set<KeyScope> scopes,
    @Nullable String agentKey) {
  /**
   * The default: a registered broker with a balance of 0.00 USD and a random key with every scope.
   */
  public static final BrokerSettings DEFAULT =
      new BrokerSettings(null, new BigDecimal("0.00"), true, KeyScope.all(), null);

  public BrokerSettings {
    scopes = Set.copyOf(scopes);
  }

  /** Returns a copy with this e-mail address; null for a generated address. */
  public BrokerSettings withEmail(@Nullable String address) {
    return new BrokerSettings(address, balanceUsd, registered, scopes, agentKey);
  }

  /** Returns a copy with this opening balance in USD, such as {@code 25.00}. */
  public BrokerSettings withBalance(String amountUsd) {
    return withBalance(Usd.of(Objects.requireNonNull(amountUsd, "amountUsd")));
  }

  /** Returns a copy with this opening balance in USD. */
  public BrokerSettings withBalance(BigDecimal amountUsd) {
    Objects.requireNonNull(amountUsd, "amountUsd");
    return new BrokerSettings(email, amountUsd, registered, scopes, agentKey);
  }

  /** Returns a copy that is registered with the tracking system, or is not. */
  public BrokerSettings withRegistered(boolean isRegistered) {
    return new BrokerSettings(email, balanceUsd, isRegistered, scopes, agentKey);
  }

  /** Returns a copy with this agent key; null for a random key. */
  public BrokerSettings withAgentKey(@Nullable String key) {
    return new BrokerSettings(email, balanceUsd, registered, scopes, key);
  }

  @Override
  public String toString() {
    return "BrokerSettings[balanceUsd=" + balanceUsd + ", registered=" + registered + "]";
  }
}
