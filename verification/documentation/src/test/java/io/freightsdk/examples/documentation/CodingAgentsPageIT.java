package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Small tasks for coding agents, each judged by what the service has charged: the programs of the
 * page solve them, and the mistakes that the page forbids do not.
 */
class CodingAgentsPageIT {
  private static final Path PAGE = Pages.ROOT.resolve("docs/coding-agents.md");

  /** What a program has to do, told by the heading above the page's own, and by its judge. */
  private enum Task {
    /** The answer of the first run is lost, and the job is run again by another process. */
    BOOK("Book an order, in a job that may be run again") {
      @Override
      BigDecimal spentBy(Program program, World world) throws Exception {
        world.broker.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
        world.run(program, RetryPolicy.none());
        world.run(program, RetryPolicy.none());
        return new BigDecimal("0.65");
      }
    },
    /** Twenty visitors look at one load. */
    SHOW("Show where a truck is") {
      @Override
      BigDecimal spentBy(Program program, World world) throws Exception {
        world.run(program, RetryPolicy.standard());
        return new BigDecimal("0.05");
      }
    },
    /** The answer of a paid read is lost. */
    FAIL("Treat a failure") {
      @Override
      BigDecimal spentBy(Program program, World world) throws Exception {
        world.broker.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
        world.run(program, RetryPolicy.standard());
        return new BigDecimal("0.05");
      }
    },
    /** At most 0.10 USD may go. */
    CAP("Cap a loop") {
      @Override
      BigDecimal spentBy(Program program, World world) throws Exception {
        world.run(program, RetryPolicy.standard());
        return new BigDecimal("0.10");
      }
    };

    private final String heading;

    Task(String heading) {
      this.heading = heading;
    }

    /** Lets it do the task, and says what that costs when it is done right. */
    abstract BigDecimal spentBy(Program program, World world) throws Exception;
  }

  /** A solution that a coding agent may write, which the page forbids. */
  private record Mistake(Task task, String name, String text) {}

  private static final List<Mistake> MISTAKES =
      List.of(
          new Mistake(
              Task.BOOK,
              "a creation without reference and key, in a loop",
              """
              for (int attempt = 1; attempt <= 3; attempt++) {
                try {
                  System.out.println(client.createLoad(input).loadNumber());
                  break;
                } catch (FreightException e) {
                  System.out.println("again");
                }
              }
              """),
          new Mistake(
              Task.BOOK,
              "a new key for each attempt",
              """
              String key = UUID.randomUUID().toString();
              client.createLoad(input, CallOptions.builder().idempotencyKey(key).build());
              """),
          new Mistake(
              Task.SHOW,
              "each visitor pays",
              """
              for (int visitor = 1; visitor <= 20; visitor++) {
                System.out.println(client.getLoadPosition(loadNumber).status());
              }
              """),
          new Mistake(
              Task.FAIL,
              "a catch that reads again",
              """
              while (true) {
                try {
                  System.out.println(client.getLoadPosition(loadNumber).status());
                  return;
                } catch (FreightException e) {
                  System.out.println("again");
                }
              }
              """),
          new Mistake(
              Task.CAP,
              "a counter with a price of its own",
              """
              BigDecimal spent = BigDecimal.ZERO;
              while (spent.compareTo(new BigDecimal("0.10")) < 0) {
                client.getLoadPosition(loadNumber);
                spent = spent.add(new BigDecimal("0.02"));
              }
              """),
          new Mistake(
              Task.CAP,
              "a ledger for each call",
              """
              for (int read = 0; read < 20; read++) {
                SpendLimits limits = SpendLimits.perDay("0.10");
                try (FreightClient capped = FreightClient.builder()
                    .baseUrl(server.baseUrl()).agentKey(broker.agentKey())
                    .spendGuard(SpendLedger.inMemory().guard(limits))
                    .build()) {
                  capped.getLoadPosition(loadNumber);
                }
              }
              """));

  @TempDir Path output;

  @TestFactory
  Stream<DynamicTest> theProgramsOfThePageCostWhatTheyHaveTo() throws Exception {
    List<Snippet> programs = new ArrayList<>();
    for (Task task : Task.values()) programs.add(ofThePage(task));
    SnippetCompiler compiler = new SnippetCompiler(programs, output);
    return Stream.of(Task.values())
        .map(
            task ->
                DynamicTest.dynamicTest(
                    task.heading,
                    () -> {
                      Class<?> compiled = compiler.compiled(programs.get(task.ordinal()));
                      assertThat(tooMuch(task, new Program(compiled))).isZero();
                    }));
  }

  @TestFactory
  Stream<DynamicTest> theMistakesThatThePageForbidsCostMore() throws Exception {
    List<Snippet> programs = new ArrayList<>();
    for (Mistake mistake : MISTAKES) {
      programs.add(new Snippet(PAGE, -1 - programs.size(), "java", mistake.text));
    }
    SnippetCompiler compiler = new SnippetCompiler(programs, output);
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < MISTAKES.size(); i++) {
      Mistake mistake = MISTAKES.get(i);
      Program program = new Program(compiler.compiled(programs.get(i)));
      tests.add(
          DynamicTest.dynamicTest(
              mistake.name, () -> assertThat(tooMuch(mistake.task, program)).isPositive()));
    }
    return tests.stream();
  }

  /** What a program spends beyond the cost of its task, in USD; below zero it did too little. */
  private static BigDecimal tooMuch(Task task, Program program) throws Exception {
    try (World world = new World()) {
      BigDecimal before = world.broker.balanceUsd();
      BigDecimal right = task.spentBy(program, world);
      return before.subtract(world.broker.balanceUsd()).subtract(right);
    }
  }

  private static Snippet ofThePage(Task task) throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    int heading = lines.indexOf("## " + task.heading);
    assertThat(heading).as(task.heading).isNotNegative();
    return Snippet.of(PAGE).stream()
        .filter(snippet -> snippet.line() > heading && snippet.language().equals("java"))
        .findFirst()
        .orElseThrow();
  }

  /** A service with prices that no program can know, and one load. */
  private static final class World implements AutoCloseable {
    private final InMemoryFreightServer server =
        InMemoryFreightServer.builder().price("position_read", "0.05").start();
    private final Broker broker = server.createBroker("25.00");
    private final String loadNumber;

    World() {
      try (FreightClient client = client(RetryPolicy.standard())) {
        loadNumber =
            client
                .createLoad(SnippetRunner.input().toBuilder().customerRef("another").build())
                .loadNumber();
      }
    }

    /** One process: it knows nothing of the one before, and may end by an exception. */
    void run(Program program, RetryPolicy retries) throws Exception {
      try (FreightClient client = client(retries)) {
        program.run(this, client);
      }
    }

    private FreightClient client(RetryPolicy retries) {
      return FreightClient.builder()
          .baseUrl(server.baseUrl())
          .agentKey(broker.agentKey())
          .retryPolicy(retries)
          .build();
    }

    @Override
    public void close() {
      server.close();
    }
  }

  private record Program(Class<?> type) {
    void run(World world, FreightClient client) throws Exception {
      try {
        Stream.of(type.getMethods())
            .filter(method -> method.getName().equals("run"))
            .findFirst()
            .orElseThrow()
            .invoke(
                null,
                world.server,
                world.broker,
                client,
                SnippetRunner.input(),
                world.loadNumber,
                (DataSource) null);
      } catch (InvocationTargetException e) {
        boolean mayFail = e.getCause() instanceof io.freightsdk.error.FreightException;
        if (!mayFail) throw e;
      }
    }
  }
}
