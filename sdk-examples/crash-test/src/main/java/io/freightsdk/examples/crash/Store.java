package io.freightsdk.examples.crash;

import java.sql.SQLException;
import java.util.UUID;
import org.h2.tools.Server;

/**
 * What wallets share: a database or Redis, on this machine.
 *
 * @param replica another database of the same server, which has no rows yet
 */
record Store(String title, String url, String replica, Runnable stop) implements AutoCloseable {

  /** A copy of everything that one book, or one table of payments, has in a store. */
  interface Copy {
    void restoreTo(String url) throws Exception;
  }

  /** An H2 of its own in this JVM, reached over TCP, with nothing in it. */
  static Store h2() {
    try {
      Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
      String url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:" + UUID.randomUUID();
      String kept = ";DB_CLOSE_DELAY=-1";
      return new Store("H2", url + kept, url + "-replica" + kept, server::stop);
    } catch (SQLException e) {
      throw new IllegalStateException("H2 does not start", e);
    }
  }

  static Copy copy(String url, String book) throws Exception {
    if (url.startsWith("redis:")) {
      try (Redis redis = new Redis(url)) {
        var numbers = redis.numbers(book);
        return to -> {
          try (Redis other = new Redis(to)) {
            for (String key : other.numbers(book).keySet()) other.set(key, 0);
            for (var number : numbers.entrySet()) other.set(number.getKey(), number.getValue());
          }
        };
      }
    }
    var rows = Databases.copy(url, book);
    return to -> Databases.restore(rows, to, book);
  }

  @Override
  public void close() {
    stop.run();
  }
}
