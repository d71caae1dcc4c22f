package io.freightsdk.benchmark;

import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.standalone.Main;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What a ledger adds to a paid call, by how many entries lie in the windows of its limits. */
public final class LedgerBenchmark {
  private static final String USAGE =
      """
      LedgerBenchmark near|far [name=value...]

      What a ledger adds to a paid call, in milliseconds (median and 95th percentile). A call keeps
      three limits: of the client for an hour and for a day, of a customer for a day. The entries
      are creations of that customer in the last day, written as rows; databases make no
      statistics (ANALYZE, VACUUM) but their own.

      near  A creation at the in-memory server over HTTP, without a guard, with the guard of a
            ledger, and the difference; and of the ledger alone: reserve, complete, refuse.
              places=memory,file,postgresql,mariadb   the last two at FREIGHT_TEST_POSTGRES_URL
                                                      and FREIGHT_TEST_MARIADB_URL, if these are set
              entries=0,5000,50000
              callers=1,16
              calls=300     of each kind, by all callers together in a round
              rounds=3      all kinds one after the other
      far   Reserve and complete, with no service between them, on a PostgreSQL behind a relay that
            delays each direction; first with one caller, then from several processes.
              delay=1       milliseconds in each direction
              processes=3
              callers=16    in each process
              seconds=30
              entries=5000

      Run it in a clone, with PostgreSQL and MariaDB from .ci/with-databases.sh:
        mvn -Pbenchmarks -DskipTests -pl verification -am package \\
          "-Dbenchmark=io.freightsdk.benchmark.LedgerBenchmark near"
      """;

  private static final String BALANCE = "10000000.00";

  private final PrintStream out;
  private final Map<String, String> options;

  private LedgerBenchmark(PrintStream out, List<String> options) {
    this.out = out;
    this.options = new HashMap<>();
    for (String option : options) {
      String[] parts = option.split("=", 2);
      if (parts.length != 2) throw new IllegalArgumentException(option);
      this.options.put(parts[0], parts[1]);
    }
  }

  public static void main(String[] arguments) throws Exception {
    List<String> given = Arrays.asList(arguments);
    String mode = given.isEmpty() ? "" : given.get(0);
    List<String> others = given.isEmpty() ? given : given.subList(1, given.size());
    switch (mode) {
      case "near" -> new LedgerBenchmark(System.out, others).near();
      case "far" -> new LedgerBenchmark(System.out, others).far();
      case FarLedger.CHILD -> FarLedger.child(System.out, others);
      default -> System.out.print(USAGE);
    }
  }

  private String option(String name, String usual) {
    return options.getOrDefault(name, usual);
  }

  private int number(String name, int usual) {
    return Integer.parseInt(option(name, String.valueOf(usual)));
  }

  private int[] numbers(String name, String usual) {
    return Stream.of(option(name, usual).split(",")).mapToInt(Integer::parseInt).toArray();
  }

  private void far() throws Exception {
    FarLedger.Task task =
        new FarLedger.Task(
            number("callers", 16),
            number("processes", 3),
            number("seconds", 30),
            number("entries", 5000),
            Double.parseDouble(option("delay", "1")));
    new FarLedger(out, task).run();
  }

  private void near() throws Exception {
    List<String> names = List.of(option("places", "memory,file,postgresql,mariadb").split(","));
    List<MeasuredLedger> places =
        MeasuredLedger.here().stream().filter(place -> names.contains(place.toString())).toList();
    try (PaidCalls.Service service = service()) {
      warmUp(service);
      line(
          "place",
          "entries",
          "callers",
          List.of("without a guard", "with a guard", "added", "reserve", "complete", "refuse"));
      for (MeasuredLedger place : places) {
        for (int entries : numbers("entries", "0,5000,50000")) near(service, place, entries);
      }
    }
  }

  private static PaidCalls.Service service() throws IOException {
    Program program = Program.of(Main.class, "--port", "0", "--json", "--balance", BALANCE);
    Map<?, ?> ready = (Map<?, ?>) JsonText.parse(program.line().getBytes(StandardCharsets.UTF_8));
    return new PaidCalls.Service(
        program, (String) ready.get("baseUrl"), (String) ready.get("agentKey"));
  }

  /** The code of both processes, with a ledger that no figure is about. */
  private static void warmUp(PaidCalls.Service service) throws Exception {
    PastPurchases none = new PastPurchases(0, service.account());
    try (MeasuredLedger.Filled filled = MeasuredLedger.MEMORY.make(none);
        PaidCalls calls = new PaidCalls(service, filled.ledger())) {
      PaidCalls.Taken unused = calls.run(4, 500, 1);
    }
  }

  private void near(PaidCalls.Service service, MeasuredLedger place, int entries) throws Exception {
    PastPurchases purchases = new PastPurchases(entries, service.account());
    int calls = number("calls", 300);
    try (MeasuredLedger.Filled filled = place.make(purchases);
        PaidCalls paid = new PaidCalls(service, filled.ledger())) {
      PaidCalls.Taken unused = paid.run(1, Math.max(1, calls / 3), 1);
      for (int callers : numbers("callers", "1,16")) {
        PaidCalls.Taken taken =
            paid.run(callers, Math.max(1, calls / callers), number("rounds", 3));
        line(
            place.toString(),
            String.valueOf(entries),
            String.valueOf(callers),
            List.of(
                taken.withoutGuard.toString(),
                taken.withGuard.toString(),
                taken.withGuard.more(taken.withoutGuard),
                taken.reserve.toString(),
                taken.complete.toString(),
                taken.refuse.toString()));
      }
    }
  }

  private void line(String place, String entries, String callers, List<String> figures) {
    out.printf(Locale.ROOT, "%-10s %8s %7s", place, entries, callers);
    for (String figure : figures) out.printf(Locale.ROOT, " | %17s", figure);
    out.println();
  }
}
