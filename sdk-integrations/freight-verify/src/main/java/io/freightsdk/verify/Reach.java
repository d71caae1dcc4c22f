package io.freightsdk.verify;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** What several connections of a pool answer when they are asked for the row of a ledger. */
record Reach(List<Answer> answers) {
  static final String ONE_PRIMARY =
      "let each connection of the pool reach the primary: one host in its URL, or with several hosts"
          + " targetServerType=primary (PostgreSQL) or sequential (MariaDB), and no load balancer"
          + " or routing to replicas";

  /** So many of a pool are looked at: of those of a load balancer each reaches any host. */
  private static final int CONNECTIONS = 8;

  /** For each of them; a smaller pool has no more. */
  private static final Duration NEXT = Duration.ofSeconds(2);

  /**
   * What a connection answers.
   *
   * @param state the same for the same answer: a text may name the connection
   */
  private record Answer(String state, String text) {
    static final Answer SEEN = new Answer("seen", "");
    static final Answer MISSING = new Answer("missing", "it is not there");
    static final Answer NO_AUTOCOMMIT = new Answer("no autocommit", "its autocommit is off");
  }

  /** Asks those that the pool gives at once. */
  static Reach of(DataSource pool, String book) throws InterruptedException {
    List<Answer> answers = new ArrayList<>();
    try (Held held = Held.of(pool, CONNECTIONS, NEXT)) {
      for (Connection connection : held.connections()) answers.add(answer(connection, book));
    }
    return new Reach(answers);
  }

  private static Answer answer(Connection connection, String book) {
    try {
      // Its lock would be held until the connection is given back.
      if (!connection.getAutoCommit()) return Answer.NO_AUTOCOMMIT;
      // As the ledger itself does before it changes something, which a replica refuses.
      try (PreparedStatement find =
          connection.prepareStatement(
              "SELECT version FROM freight_book WHERE book = ? FOR UPDATE")) {
        find.setString(1, book);
        try (ResultSet row = find.executeQuery()) {
          return row.next() ? Answer.SEEN : Answer.MISSING;
        }
      }
    } catch (SQLException e) {
      return new Answer(String.valueOf(e.getSQLState()), Bounded.textOf(e));
    }
  }

  int connections() {
    return answers.size();
  }

  /** Whether all of them see it, or none for the same reason. */
  boolean isTheSame() {
    return answers.stream().map(Answer::state).distinct().count() < 2;
  }

  boolean isSeenByAll() {
    return !answers.isEmpty() && blind().isEmpty();
  }

  private List<Answer> blind() {
    return answers.stream().filter(answer -> !answer.equals(Answer.SEEN)).toList();
  }

  /** Of those that do not see it. */
  String text() {
    return "%d of %d connections at once cannot change the row that the ledger has just written: %s"
        .formatted(blind().size(), connections(), blind().get(0).text());
  }
}
