package io.freightsdk.examples.benchmarks.server;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Rounds;
import io.freightsdk.examples.benchmarks.Usage;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.examples.benchmarks.server.stub.Bodies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Requests per second and latency under load, with every server up and all taking turns. */
final class Throughput {
  static final String BALANCE = "server balance";
  static final String READ = "server position read";
  static final String CREATE = "server create";
  static final String RATE = "requests per second";
  static final String SLOWEST = "latency p99";
  private static final String CORRECTED = "latency p99, corrected";
  static final String ALLOCATED = "allocated";
  static final String OURS_IN_TURN = Contender.OURS + ", 100 loads in turn";

  static final List<Table> TABLES =
      List.of(
          table(
              BALANCE,
              "Server: balance",
              "`GET /v1/agent/balance`, the smallest answer.",
              Contender.FLOOR),
          table(
              READ,
              "Server: position read",
              "`GET /v1/agent/loads/{loadNumber}` of a load with 500 points. Ours computes the position, charges for it and journals the request each time."
                  + " It keeps the JSON of the points of the loads read last, up to 8 MB, until"
                  + " there is a further fix. When 400 loads are read in turn, none is still kept at"
                  + " its next read, so everything is computed each time.",
              Contender.FLOOR),
          table(
              CREATE,
              "Server: create",
              "`POST /v1/agent/loads`, each with a `customerRef` of its own. Ours creates and keeps"
                  + " every load, charges for it and sends its text message. The floor keeps for each request"
                  + " an array as large as our load on the heap, and the last 10,000 requests with"
                  + " their answers; the other servers keep nothing.",
              Contender.KEEPING));

  private static final int MANY_LOADS = 100;

  /** More than it keeps points of. */
  private static final int TOO_MANY_LOADS = 400;

  private final Wrk wrk;
  private final Path bodies;
  private final Path log;
  private final int rounds = Effort.ofThisRun().of(4, 1);
  private final int seconds = Effort.ofThisRun().of(2, 1);
  private final int warmUpSeconds = Effort.ofThisRun().of(10, 1);

  Throughput(Wrk wrk, Path bodies, Path work) {
    this.wrk = wrk;
    this.bodies = bodies;
    this.log = work.resolve("server.log");
  }

  private record Running(
      String subject, ServerProcess server, OtherJvm jvm, List<String> positions) {
    Running reading(String name, int loads) throws IOException {
      return new Running(name, server, jvm, driven(server, loads));
    }
  }

  private interface Call {
    Wrk.Result run(Running running, int seconds, String prefix) throws IOException;
  }

  /**
   * @param bytesPerLoad what ours keeps of a load
   */
  void measure(List<Contender> contenders, long bytesPerLoad, Measurements measurements)
      throws Exception {
    List<Running> all = new ArrayList<>();
    try {
      for (Contender contender : contenders) all.add(start(contender));
      measure(
          BALANCE,
          all,
          (running, time, prefix) ->
              wrk.get(running.server.port(), List.of(Bodies.BALANCE_PATH), time),
          measurements);
      measure(
          READ,
          withManyLoads(all),
          (running, time, prefix) -> wrk.get(running.server.port(), running.positions, time),
          measurements);
      all.add(start(Contender.keeping(bytesPerLoad)));
      measure(
          CREATE,
          all,
          (running, time, prefix) ->
              wrk.post(running.server.port(), Bodies.CREATE_PATH, time, Orders.CREATE, prefix),
          measurements);
    } finally {
      for (Running running : all) {
        running.jvm.close();
        running.server.close();
      }
    }
  }

  private Running start(Contender contender) throws Exception {
    ServerProcess server = ServerProcess.start(contender, bodies, log);
    List<String> positions = contender.isOurs() ? driven(server, 1) : List.of(Bodies.POSITION_PATH);
    return new Running(contender.name(), server, server.jvm(), positions);
  }

  /** Ours twice more, reading many loads in turn. */
  private static List<Running> withManyLoads(List<Running> all) throws IOException {
    List<Running> more = new ArrayList<>();
    for (Running running : all) {
      more.add(running);
      if (!running.subject.equals(Contender.OURS)) continue;
      more.add(running.reading(OURS_IN_TURN, MANY_LOADS));
      more.add(running.reading(Contender.OURS + ", 400 loads in turn", TOO_MANY_LOADS));
    }
    return more;
  }

  private static List<String> driven(ServerProcess server, int loads) throws IOException {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < loads; i++) {
      String number = Orders.createDriven(server.port(), "driven-" + loads + "-" + i);
      paths.add(Bodies.CREATE_PATH + "/" + number);
    }
    return paths;
  }

  private void measure(String table, List<Running> all, Call call, Measurements measurements)
      throws IOException {
    for (Running running : all) call.run(running, warmUpSeconds, "w");
    Rounds rates = new Rounds();
    Rounds medians = new Rounds();
    Rounds slowest = new Rounds();
    Rounds corrected = new Rounds();
    Rounds processor = new Rounds();
    Rounds bytes = new Rounds();
    for (int round = 0; round < rounds; round++) {
      for (Running running : all) {
        Usage before = running.jvm.usage();
        Wrk.Result result = call.run(running, seconds, "r" + round + "-");
        Usage after = running.jvm.usage();
        double requests = result.requests();
        processor.add(running.subject(), after.processorMicrosSince(before) / requests);
        bytes.add(running.subject(), after.bytesSince(before) / requests);
        rates.add(running.subject(), result.requestsPerSecond());
        medians.add(running.subject(), result.p50Micros());
        slowest.add(running.subject(), result.p99Micros());
        corrected.add(running.subject(), result.p99CorrectedMicros());
      }
    }
    record(rates, table, RATE, "req/s", measurements);
    record(medians, table, "latency p50", "us", measurements);
    record(slowest, table, SLOWEST, "us", measurements);
    record(corrected, table, CORRECTED, "us", measurements);
    record(processor, table, "processor", "us", measurements);
    record(bytes, table, ALLOCATED, "B", measurements);
  }

  private static void record(
      Rounds rounds, String table, String metric, String unit, Measurements measurements) {
    rounds.forEach(
        (name, values) -> measurements.add(Measurement.of(table, name, metric, unit, values)));
  }

  private static Table table(String name, String title, String text, String floor) {
    String how =
        " Load by `wrk`: one thread, 16 connections kept alive, after some seconds to warm up; every"
            + " server is up and takes its turn, and all answer the same bytes. WireMock's request journal is off, because it would keep every request."
            + " MockServer is left out: its jar without dependencies is of January 2023, and its newer"
            + " releases could not be resolved here."
            + " Processor and allocated are those of the server per request, over all its"
            + " threads.";
    return new Table.Comparison(name, title, text + how, Contender.OURS, floor);
  }
}
