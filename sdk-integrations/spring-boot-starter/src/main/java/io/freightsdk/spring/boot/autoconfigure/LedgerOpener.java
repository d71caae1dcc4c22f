package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.SpendGuard;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spring.boot.FreightProperties;
import java.time.Clock;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Opens ledgers as the properties say, and knows which of them are its own. */
final class LedgerOpener {
  private final FreightProperties.Jdbc settings;
  private final ObjectProvider<DataSource> database;
  private final @Nullable Clock clock;

  /** By their names. */
  private final Map<SpendLedger, String> opened =
      Collections.synchronizedMap(new IdentityHashMap<>());

  /**
   * @param clock that a ledger in memory goes by; null for the machine's
   */
  LedgerOpener(
      FreightProperties.Jdbc settings, ObjectProvider<DataSource> database, @Nullable Clock clock) {
    this.settings = settings;
    this.database = database;
    this.clock = clock;
  }

  SpendLedger open(String name) {
    SpendLedger ledger = settings.enabled() ? inDatabase(name) : inMemory();
    opened.put(ledger, name);
    return ledger;
  }

  private SpendLedger inMemory() {
    return clock == null ? SpendLedger.inMemory() : SpendLedger.inMemory(clock);
  }

  private SpendLedger inDatabase(String name) {
    DataSource dataSource =
        FreightSpendAutoConfiguration.single(database, "freight.spend.jdbc.enabled", "SpendLedger");
    if (settings.createTables()) SpendLedger.createTables(dataSource);
    return SpendLedger.jdbc(dataSource, name);
  }

  /** Where the money of a client is counted, in words. */
  String place(SpendGuard guard) {
    if (!(guard instanceof LedgerGuard ours)) return "a spend guard of the application";
    String name = opened.get(ours.ledger());
    if (name == null) return "a ledger of the application";
    return settings.enabled() ? "ledger \"" + name + "\" in the database" : "ledger in memory";
  }

  /** Whether what a client has spent is forgotten with this process. */
  boolean isInMemory(SpendGuard guard) {
    return !settings.enabled()
        && guard instanceof LedgerGuard ours
        && opened.containsKey(ours.ledger());
  }
}
