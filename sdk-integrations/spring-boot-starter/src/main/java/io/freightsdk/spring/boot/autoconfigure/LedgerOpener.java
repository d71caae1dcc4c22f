package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.SpendGuard;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerBuilder;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spring.boot.FreightProperties.SchemaMode;
import java.time.Clock;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Opens ledgers as the properties say, and knows which of them are its own. */
final class LedgerOpener {
  private static final Log LOG = LogFactory.getLog("io.freightsdk.spring.boot");

  private final SchemaMode schema;
  private final ObjectProvider<DataSource> database;
  private final ObjectProvider<SpendListener> listeners;
  private final @Nullable Clock clock;

  /** By their names. */
  private final Map<SpendLedger, String> opened =
      Collections.synchronizedMap(new IdentityHashMap<>());

  /**
   * @param clock that the ledgers go by; null for their own
   */
  LedgerOpener(
      SchemaMode schema,
      ObjectProvider<DataSource> database,
      ObjectProvider<SpendListener> listeners,
      @Nullable Clock clock) {
    this.schema = schema;
    this.database = database;
    this.listeners = listeners;
    this.clock = clock;
  }

  SpendLedger open(String name) {
    SpendLedgerBuilder builder =
        SpendLedger.builder().listener(new All(listeners.orderedStream().toList()));
    if (clock != null) builder.clock(clock);
    SpendLedger ledger = schema == SchemaMode.NONE ? builder.inMemory() : inDatabase(builder, name);
    opened.put(ledger, name);
    return ledger;
  }

  private SpendLedger inDatabase(SpendLedgerBuilder builder, String name) {
    DataSource dataSource =
        FreightSpendAutoConfiguration.single(database, "freight.spend.jdbc.schema", "SpendLedger");
    builder.schema(io.freightsdk.sql.SchemaMode.valueOf(schema.name()));
    return builder.jdbc(dataSource, name);
  }

  /** Tells each; one that throws does not keep it from the others. */
  private record All(List<SpendListener> each) implements SpendListener {
    @Override
    public void onEntry(SpendEntry entry) {
      tell(listener -> listener.onEntry(entry));
    }

    @Override
    public void onRefusal(SpendGuard.Purchase purchase, SpendGuard.LimitReached limit) {
      tell(listener -> listener.onRefusal(purchase, limit));
    }

    @Override
    public void onUnstored(
        SpendGuard.Purchase purchase, SpendGuard.Outcome outcome, RuntimeException failure) {
      tell(listener -> listener.onUnstored(purchase, outcome, failure));
    }

    private void tell(Consumer<SpendListener> event) {
      for (SpendListener listener : each) {
        try {
          event.accept(listener);
        } catch (RuntimeException e) {
          LOG.warn("a SpendListener failed; it changes nothing", e);
        }
      }
    }
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
