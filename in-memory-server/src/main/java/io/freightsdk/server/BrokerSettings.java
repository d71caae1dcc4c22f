package io.freightsdk.server;

import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.view.KeyScope;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a new broker. Immutable; start from {@link #DEFAULT}.
 *
 * @param email e-mail address; null for a generated one
 * @param balanceUsd opening balance in USD
 * @param registered whether the broker is registered with the tracking system; if not, its loads
 *     are refused with 422 {@code UNKNOWN_BROKER}
 * @param scopes scopes of its first key
 * @param agentKey first key; null for a random one
 */
public record BrokerSettings(
    @Nullable String email,
    BigDecimal balanceUsd,
    boolean registered,
    Set<KeyScope> scopes,
    @Nullable String agentKey) {
  /** A registered broker with an empty account and a key with every scope. */
  public static final BrokerSettings DEFAULT =
      new BrokerSettings(null, new BigDecimal("0.00"), true, KeyScope.all(), null);

  public BrokerSettings {
    scopes = Set.copyOf(scopes);
  }

  /** A copy with this e-mail address. */
  public BrokerSettings withEmail(@Nullable String address) {
    return new BrokerSettings(address, balanceUsd, registered, scopes, agentKey);
  }

  /** A copy with this opening balance, written as a decimal such as {@code 25.00}. */
  public BrokerSettings withBalance(String amountUsd) {
    Objects.requireNonNull(amountUsd, "amountUsd");
    return withBalance(Usd.of(amountUsd));
  }

  /** A copy with this opening balance. */
  public BrokerSettings withBalance(BigDecimal amountUsd) {
    Objects.requireNonNull(amountUsd, "amountUsd");
    return new BrokerSettings(email, amountUsd, registered, scopes, agentKey);
  }

  /** A copy that is registered with the tracking system or not. */
  public BrokerSettings withRegistered(boolean isRegistered) {
    return new BrokerSettings(email, balanceUsd, isRegistered, scopes, agentKey);
  }

  /** A copy with this key. */
  public BrokerSettings withAgentKey(@Nullable String key) {
    return new BrokerSettings(email, balanceUsd, registered, scopes, key);
  }

  @Override
  public String toString() {
    return "BrokerSettings[balanceUsd=" + balanceUsd + ", registered=" + registered + "]";
  }
}
