package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.LedgerPlace;
import io.freightsdk.testing.PooledDataSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Processes with one ledger, each in another time zone. */
@Tag("slow") // starts processes
class TimeZonesIT {
  private static final String EVERY_DATABASE = "io.freightsdk.testing.LedgerPlace#here";

  @TempDir Path folder;

  /** Spends 0.65 USD under a limit of 0.70 USD per hour, and prints whether it was allowed. */
  static final class Spending {
    private Spending() {}

    public static void main(String[] arguments) throws Exception {
      SqlStorage ledger;
      if (arguments[0].startsWith("jdbc:")) {
        PooledDataSource database = new PooledDataSource(arguments[0]);
        SqlStorage.createTables(database);
        ledger = SqlStorage.open(database, "b", null);
      } else {
        ledger = SqlStorage.open(Path.of(arguments[0]), null);
      }
      Buyer buyer = new Buyer(ledger, List.of(Buyer.perHour("0.70")));
      System.out.println(buyer.pay("0.65", null) ? "spent" : "refused");
      ledger.close();
      Runtime.getRuntime().exit(0);
    }
  }

  private static String spend(String place, String zone) throws Exception {
    List<String> command = ChildJvm.program(Spending.class, place);
    command.add(1, "-Duser.timezone=" + zone);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return output.strip();
    } finally {
      process.destroyForcibly();
    }
  }

  private String place(LedgerPlace kind, String name) throws Exception {
    return switch (kind) {
      case SQLITE -> folder.resolve(name).toString();
      case H2 -> "jdbc:h2:file:" + folder.resolve(name) + ";WRITE_DELAY=0";
      default -> EmptyDatabase.valueOf(kind.name()).make();
    };
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void processesInTwoTimeZonesKeepTheLimit(LedgerPlace kind) throws Exception {
    String eastwards = place(kind, "eastwards");
    assertThat(spend(eastwards, "America/Los_Angeles")).isEqualTo("spent");
    assertThat(spend(eastwards, "UTC")).isEqualTo("refused");
    assertThat(spend(eastwards, "Asia/Tokyo")).isEqualTo("refused");
    String westwards = place(kind, "westwards");
    assertThat(spend(westwards, "Asia/Tokyo")).isEqualTo("spent");
    assertThat(spend(westwards, "America/Chicago")).isEqualTo("refused");
  }
}
