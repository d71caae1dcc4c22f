package io.freightsdk.contact;

import io.freightsdk.FreightClient;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import java.io.InputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.UUID;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Checks on the first day with a key whether the service behaves as the client expects. It writes
 * {@code first-contact.md} into the current folder.
 */
public final class FirstContact {
  private static final int COULD_NOT_RUN = 2;
  private static final String DEMO_PHONE = "+13125550142";
  private static final String HELP =
      """
      usage: java -jar freight-first-contact.jar [--demo] [--spend USD] [--load NUMBER]
             [--record FILE]
      Checks the service at FREIGHT_BASE_URL with the key in FREIGHT_AGENT_KEY. Without options, it
      makes only calls that are free. --spend 2.00 also creates two loads, and text messages go to
      your own phone, FREIGHT_DRIVER_PHONE. --record also writes the responses into a new file,
      without keys, phones, names, links and positions. See docs/first-contact.md.
      Exit codes: 0 all checks as described, 1 something is broken, 2 could not run, 3 not all checks
      could run.""";

  private final Map<String, String> environment;
  private final PrintStream out;
  private final Scanner in;
  private final Path folder;
  private final Time time;
  private BigDecimal spend = BigDecimal.ZERO;
  private String load = "";
  private @Nullable Path record;

  FirstContact(
      Map<String, String> environment, PrintStream out, InputStream in, Path folder, Time time) {
    this.environment = environment;
    this.out = out;
    this.in = new Scanner(in, StandardCharsets.UTF_8);
    this.folder = folder;
    this.time = time;
  }

  public static void main(String[] arguments) {
    Path folder = Path.of("").toAbsolutePath();
    FirstContact contact =
        new FirstContact(System.getenv(), System.out, System.in, folder, new Time(false));
    System.exit(contact.run(List.of(arguments)));
  }

  int run(List<String> arguments) {
    boolean isDemo = false;
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      switch (rest.next()) {
        case "--spend" -> {
          String usd = rest.hasNext() ? rest.next() : "";
          boolean isAmount = usd.matches("[0-9]{1,4}([.][0-9]{1,2})?");
          if (!isAmount) return cannotRun("--spend: needs an amount in USD, such as 2.00");
          spend = new BigDecimal(usd);
        }
        case "--record" -> {
          String name = rest.hasNext() ? rest.next() : "-";
          if (name.startsWith("-")) return cannotRun("--record: needs the name of a new file");
          record = folder.resolve(name);
        }
        case "--load" -> load = rest.hasNext() ? rest.next() : "-";
        case "--demo" -> isDemo = true;
        // The word is not printed, because it may be a key in the wrong place.
        default -> {
          return cannotRun(HELP);
        }
      }
    }
    boolean isLoad = load.isEmpty() || (spend.signum() > 0 && load.matches("[^-.].*"));
    if (!isLoad) return cannotRun("--load: needs a load number, and --spend 0.02 for its read");
    return isDemo ? demo() : checkService();
  }

  private int cannotRun(String why) {
    out.println(why);
    return COULD_NOT_RUN;
  }

  /** Uses a server in this process, and skips all waits. */
  private int demo() {
    if (spend.signum() == 0) spend = new BigDecimal("2.00");
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      out.println("Demo: all requests go to a server in this program.");
      String key = server.createBroker("25.00").agentKey();
      return check(HttpUrl.get(server.baseUrl()), key, DEMO_PHONE, new Time(true));
    }
  }

  private int checkService() {
    String key = variable("FREIGHT_AGENT_KEY");
    String phone = variable("FREIGHT_DRIVER_PHONE");
    HttpUrl url = HttpUrl.parse(variable("FREIGHT_BASE_URL"));
    if (url == null || !isSafe(url)) {
      return cannotRun(
          "FREIGHT_BASE_URL: set the address of the service: https:// (except on this machine),"
              + " without user and query. --demo needs none.");
    }
    if (!key.matches("[!-~]+")) {
      return cannotRun("FREIGHT_AGENT_KEY: set your agent key, without spaces");
    }
    out.println("First ask the operator of the service whether tests are allowed.");
    if (!createsLoads()) return check(url, key, phone, time);
    if (!phone.matches("\\+[1-9][0-9]{7,14}")) {
      return cannotRun("FREIGHT_DRIVER_PHONE: set your own phone, such as +15135550100");
    }
    out.println(
        "This spends at most "
            + PriceList.text(spend)
            + ". A service that follows the description charges 1.34 USD for two loads and two"
            + " reads at 0.65 and 0.02 USD. If it does not trim references, it charges 1.99 USD."
            + " Loads cannot be cancelled. Text messages go to the phone that ends in "
            + phone.substring(phone.length() - 4)
            + ". Is it your own? Type yes:");
    boolean isYes = in.hasNextLine() && in.nextLine().strip().equalsIgnoreCase("yes");
    return isYes ? check(url, key, phone, time) : cannotRun("Nothing was sent.");
  }

  private String variable(String name) {
    return environment.getOrDefault(name, "").strip();
  }

  private static boolean isSafe(HttpUrl url) {
    boolean isLoopback = url.host().matches("localhost|::1|127(\\.[0-9]{1,3}){3}");
    boolean isBare = url.username().isEmpty() && url.query() == null && url.fragment() == null;
    return isBare && (url.isHttps() || isLoopback);
  }

  /** Whether text messages are sent. */
  private boolean createsLoads() {
    return spend.signum() > 0 && load.isEmpty();
  }

  private int check(HttpUrl url, String key, String phone, Time time) {
    RunContext context = new RunContext(phone, UUID.randomUUID().toString(), load);
    Recording recording = new Recording(record);
    Report report = new Report(out, folder, spend, recording);
    CheckRunner runner =
        new CheckRunner(new Transport(url, key, time), time, context, spend, report);
    String unreachable = runner.beginFree();
    if (unreachable != null) return cannotRun(unreachable);
    boolean canWrite = report.write(BigDecimal.ZERO);
    if (!canWrite) return cannotRun("first-contact.md cannot be written in this folder.");
    boolean canRecord = recording.begin(time.now(), spend);
    if (!canRecord) return cannotRun("--record: the file exists, or cannot be created");
    try {
      runner.run(Checks.FREE);
      if (spend.signum() > 0) runner.beginPaid();
      if (createsLoads()) {
        runner.run(Checks.PAID);
        if (context.hasLoad()) runClient(url, key, runner, context, report);
        runner.run(Checks.OPEN);
      }
      if (!load.isEmpty()) runner.run(Checks.IN_TRANSIT);
      runner.run(Checks.LAST);
    } finally {
      recording.close();
      report.print();
    }
    if (!recording.isComplete()) out.println("The recording is incomplete: is the disk full?");
    return report.exitCode();
  }

  private static void runClient(
      HttpUrl url, String key, CheckRunner runner, RunContext context, Report report) {
    try (SpendLedger ledger = SpendLedger.inMemory();
        FreightClient client =
            FreightClient.builder()
                .baseUrl(url.toString())
                .agentKey(key)
                .retryPolicy(RetryPolicy.none())
                .spendGuard(ledger.guard())
                .build()) {
      new ClientChecks(runner, context, report).run(client, ledger);
    }
  }
}
