package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.SpendGuard;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spring.boot.FreightProperties.SchemaMode;
import java.time.Clock;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Opens ledgers as the properties say, and knows which of them are its own. */
final class LedgerOpener {
  private final SchemaMode schema;
  private final ObjectProvider<DataSource> database;
  private final @Nullable Clock clock;

  /** By their names. */
  private final Map<SpendLedger, String> opened =
      Collections.synchronizedMap(new IdentityHashMap<>());

  /**
   * @param clock that a ledger in memory goes by; null for the machine's
   */
  LedgerOpener(SchemaMode schema, ObjectProvider<DataSource> database, @Nullable Clock clock) {
    this.schema = schema;
    this.database = database;
    this.clock = clock;
  }

  SpendLedger open(String name) {
    SpendLedger ledger = schema == SchemaMode.NONE ? inMemory() : inDatabase(name);
    opened.put(ledger, name);
    return ledger;
  }

  private SpendLedger inMemory() {
    return clock == null ? SpendLedger.inMemory() : SpendLedger.inMemory(clock);
  }

  private SpendLedger inDatabase(String name) {
    DataSource dataSource =
        FreightSpendAutoConfiguration.single(database, "freight.spend.jdbc.schema", "SpendLedger");
    if (schema == SchemaMode.CREATE) SpendLedger.createTables(dataSource);
    return SpendLedger.jdbc(dataSource, name);
  }

  /** Where the money of a client is counted, in words. */
  String place(SpendGuard guard) {
    if (!(guard instanceof LedgerGuard ours)) return "a spend guard of the application";
    String name = opened.get(ours.ledger());
    if (name == null) return "a ledger of the application";
    return schema == SchemaMode.NONE
        ? "ledger in memory"
        : "ledger \"" + name + "\" in the database";
  }

  /** Whether what a client has spent is forgotten with this process. */
  boolean isInMemory(SpendGuard guard) {
    return schema == SchemaMode.NONE
        && guard instanceof LedgerGuard ours
        && opened.containsKey(ours.ledger());
  }
}
