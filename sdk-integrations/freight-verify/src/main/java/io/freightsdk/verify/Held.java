package io.freightsdk.verify;

import io.freightsdk.internal.verify.Machine;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections of a pool that are in use at once, until they are given back together. */
final class Held implements AutoCloseable {
  private final List<Connection> connections = new ArrayList<>();
  private @Nullable String refusal;

  private Held() {}

  /**
   * Takes connections until one is refused.
   *
   * @param most how many
   * @param each how long to wait for one
   */
  static Held of(DataSource pool, int most, Duration each) throws InterruptedException {
    Held held = new Held();
    try {
      while (held.refusal == null && held.connections.size() < most) held.take(pool, each);
      return held;
    } catch (InterruptedException e) {
      held.close();
      throw e;
    }
  }

  private void take(DataSource pool, Duration each) throws InterruptedException {
    CompletableFuture<@Nullable Connection> coming = Machine.begin(pool::getConnection);
    boolean isKept = false;
    try {
      if (!Machine.ends(coming, each)) {
        refusal = "nothing came of it within %d s".formatted(each.toSeconds());
        return;
      }
      Connection given = coming.get();
      isKept = true;
      if (given == null) refusal = "it gives null";
      else connections.add(given);
    } catch (ExecutionException e) {
      refusal = Bounded.textOf(e.getCause());
    } finally {
      // Also one that comes when nobody waits any more.
      if (!isKept) {
        CompletableFuture<Void> unused = coming.thenAccept(Held::giveBack);
      }
    }
  }

  List<Connection> connections() {
    return connections;
  }

  /** Why there are fewer than were wanted; null if there are not. */
  @Nullable String refusal() {
    return refusal;
  }

  @Override
  public void close() {
    connections.forEach(Held::giveBack);
  }

  private static void giveBack(@Nullable Connection connection) {
    if (connection == null) return;
    try {
      connection.close();
    } catch (SQLException e) {
      // It is gone.
    }
  }
}
