package io.freightsdk.examples.benchmarks.money;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Empty books of one kind. The same book is opened twice: once as an application has it, and once
 * so that it fills faster, where a database can commit without waiting for its disk.
 */
final class Books implements AutoCloseable {
  private static final int CONNECTIONS = 16;

  private final SpendStore store;
  private final SpendStore filled;
  private final @Nullable HikariDataSource pool;
  private final @Nullable HikariDataSource fillingPool;

  private Books(
      SpendStore store,
      SpendStore filled,
      @Nullable HikariDataSource pool,
      @Nullable HikariDataSource fillingPool) {
    this.store = store;
    this.filled = filled;
    this.pool = pool;
    this.fillingPool = fillingPool;
  }

  static Books inMemory() {
    SpendStore store = SpendStore.inMemory();
    return new Books(store, store, null, null);
  }

  /**
   * A new book in a database.
   *
   * @param quickly what a connection says first so that commits do not wait for the disk
   */
  static Books in(String jdbcUrl, String quickly) {
    String book = UUID.randomUUID().toString();
    HikariDataSource pool = pool(jdbcUrl, null);
    HikariDataSource fillingPool = pool(jdbcUrl, quickly);
    try {
      return new Books(
          JdbcSpendStore.open(pool, book),
          JdbcSpendStore.open(fillingPool, book),
          pool,
          fillingPool);
    } catch (RuntimeException e) {
      pool.close();
      fillingPool.close();
      throw e;
    }
  }

  private static HikariDataSource pool(String jdbcUrl, @Nullable String firstStatement) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setMaximumPoolSize(CONNECTIONS);
    if (firstStatement != null) config.setConnectionInitSql(firstStatement);
    return new HikariDataSource(config);
  }

  SpendStore store() {
    return store;
  }

  /** The same book, for filling it. */
  SpendStore filled() {
    return filled;
  }

  @Override
  public void close() {
    store.close();
    filled.close();
    if (pool != null) pool.close();
    if (fillingPool != null) fillingPool.close();
  }
}
