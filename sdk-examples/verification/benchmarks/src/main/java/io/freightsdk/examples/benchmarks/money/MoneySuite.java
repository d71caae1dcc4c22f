package io.freightsdk.examples.benchmarks.money;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Suite;
import io.freightsdk.examples.benchmarks.peer.ChildJvm;
import io.freightsdk.examples.benchmarks.peer.PaidServer;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.spend.SpendStoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What spend control costs while its books fill. Databases are those of {@code with-databases.sh};
 * without it only books in memory are measured.
 */
public final class MoneySuite implements Suite {
  private static final String MEMORY = "In memory";
  private static final String POSTGRES = "PostgreSQL";
  private static final String MARIADB = "MariaDB";

  private static final String POSTGRES_URL = "FREIGHT_TEST_POSTGRES_URL";
  private static final String MARIADB_URL = "FREIGHT_TEST_MARIADB_URL";

  /** What was copied is on the disk before anything is measured. */
  private static final List<String> POSTGRES_SETTLES =
      List.of("VACUUM ANALYZE freight_ledger", "CHECKPOINT");

  private static final List<String> MARIADB_SETTLES = List.of("ANALYZE TABLE freight_ledger");

  @Override
  public String name() {
    return "money";
  }

  @Override
  public void run(Measurements measurements, Path workFolder) throws Exception {
    int most = Effort.ofThisRun().of(1_000_000, 1_000);
    try (ChildJvm server = ChildJvm.start(PaidServer.class)) {
      String baseUrl = "http://127.0.0.1:" + server.next();
      BookGrowth inMemory = new BookGrowth(baseUrl, MEMORY, measurements);
      try (Books thrownAway = Books.inMemory();
          Books books = Books.inMemory()) {
        inMemory.warmUp(thrownAway);
        inMemory.measure(books, most);
      }
      BookGrowth inPostgres = new BookGrowth(baseUrl, POSTGRES, measurements);
      BookGrowth inMariadb = new BookGrowth(baseUrl, MARIADB, measurements);
      measure(POSTGRES, POSTGRES_URL, POSTGRES_SETTLES, inPostgres, most);
      measure(MARIADB, MARIADB_URL, MARIADB_SETTLES, inMariadb, most);
    }
  }

  private static void measure(
      String name, String variable, List<String> settles, BookGrowth growth, int most)
      throws Exception {
    String jdbcUrl = System.getenv(variable);
    if (jdbcUrl == null) {
      System.out.println(
          "  "
              + name
              + ": none; run with sdk-integrations/freight-jdbc/src/test/scripts/with-databases.sh");
      return;
    }
    try (Books thrownAway = Books.in(jdbcUrl, settles);
        Books books = Books.in(jdbcUrl, settles)) {
      growth.warmUp(thrownAway);
      growth.measure(books, most);
    } catch (SpendStoreException unsupported) {
      System.out.println("  " + name + ": not measured: " + unsupported.getMessage());
    }
  }

  @Override
  public List<Table> tables() {
    return List.of(BookGrowth.TABLE, BookGrowth.SUMMARY);
  }

  @Override
  public List<String> missing() {
    return Stream.of(POSTGRES_URL, MARIADB_URL)
        .filter(variable -> System.getenv(variable) == null)
        .map(variable -> variable + ", which with-databases.sh sets")
        .toList();
  }

  @Override
  public Set<String> optionalSubjects() {
    return Set.of(POSTGRES, MARIADB);
  }

  @Override
  public List<Aim> aims() {
    String table = BookGrowth.SUMMARY.name();
    List<Aim> aims = new ArrayList<>();
    for (String books : List.of(MEMORY, POSTGRES)) {
      for (String call : List.of(BookGrowth.PAID, BookGrowth.REFUSED, BookGrowth.TOTALS)) {
        aims.add(Aim.figureAtMost(1.3, table, books, call + ", most to fewest entries"));
      }
    }
    // In memory nothing but the processor is shared: half of it is all that eight threads leave
    // four.
    aims.add(Aim.figureAtLeast(0.5, table, POSTGRES, BookGrowth.BESIDE));
    aims.add(Aim.figureAtLeast(871, table, POSTGRES, BookGrowth.PAID_RATE));
    aims.add(Aim.figureAtLeast(16_000, table, POSTGRES, BookGrowth.REFUSED_RATE));
    return aims;
  }
}
