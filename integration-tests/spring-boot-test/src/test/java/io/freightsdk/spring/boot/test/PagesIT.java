package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.freightsdk.FreightClient;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spring.boot.FreightConnectionDetails;
import io.freightsdk.spring.boot.test.ReaderSources.Code;
import io.freightsdk.testing.Eventually;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.util.ClassUtils;

/**
 * Each page about Spring Boot as a whole: all its classes are one application, together with the
 * service of the tutorial, and a reader uses it.
 */
class PagesIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static final String TUTORIAL = "spring-boot-tutorial.md";
  private static final String CUSTOMERS = "spring-boot-customers.md";
  private static final String BEANS = "spring-boot-beans.md";
  private static final String REFERENCE = "spring-boot.md";
  private static final String DEPLOY = "spring-boot-deploy.md";
  private static final String TEST = "spring-boot-test.md";

  private static final Pattern LOAD = Pattern.compile("\"loadNumber\":\"(LD-[^\"]+)\"");

  private static final String ORDER =
      """
      {"driverPhone": "+13125550142",
       "pickups": [{"address": "120 Main St", "city": "Corbin", "state": "KY", "zip": "40701"}],
       "deliveries": [{"address": "9 Elm St", "city": "Dallas", "state": "TX", "zip": "75201"}]}
      """;

  /** The controller that a reader writes for the class of the page. */
  private static final String TRUCK_PAGE =
      """
      import io.freightsdk.model.LoadPosition;
      import org.springframework.web.bind.annotation.*;

      @RestController
      class TruckPage {
        private final FreshPosition fresh;

        TruckPage(FreshPosition fresh) {
          this.fresh = fresh;
        }

        @GetMapping("/customers/{customer}/loads/{loadNumber}")
        LoadPosition position(@PathVariable String customer, @PathVariable String loadNumber) {
          return fresh.of(customer, loadNumber).value();
        }
      }
      """;

  @TempDir Path folder;

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final Database database = new Database();
  private final List<URLClassLoader> loaders = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    server.close();
    for (URLClassLoader loader : loaders) loader.close();
  }

  /** The application's connections, which an outage refuses. */
  private static final class Database implements BeanPostProcessor {
    private volatile boolean isUnavailable;

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      if (!(bean instanceof DataSource pool)) return bean;
      return new DelegatingDataSource(pool) {
        @Override
        public Connection getConnection() throws SQLException {
          if (isUnavailable) throw new SQLTransientConnectionException("no connection", "08001");
          return super.getConnection();
        }
      };
    }
  }

  private record Connected(String baseUrl, String agentKey) implements FreightConnectionDetails {}

  // --- the application ---

  /** The sources of the tutorial, with its configuration. */
  private ReaderSources tutorial() throws Exception {
    ReaderSources sources = new ReaderSources(folder);
    for (Code code : ReaderSources.codeOf(TUTORIAL)) {
      if (code.isClass()) sources.add(code.text());
      if (code.language().equals("yaml") && code.label().equals("spring-shop")) {
        sources.add("application.yaml", code.text());
      }
    }
    return sources;
  }

  private static void addClasses(ReaderSources sources, String page) throws Exception {
    for (Code code : ReaderSources.codeOf(page)) if (code.isClass()) sources.add(code.text());
  }

  private static void addClass(ReaderSources sources, String page, String label) throws Exception {
    for (Code code : ReaderSources.codeOf(page)) {
      if (code.isClass() && code.label().equals(label)) sources.add(code.text());
    }
  }

  private ConfigurableApplicationContext start(ReaderSources sources, String... arguments)
      throws Exception {
    URLClassLoader loader = load(sources);
    SpringApplication shop =
        new SpringApplication(
            new DefaultResourceLoader(loader), loader.loadClass("com.example.Shop"));
    shop.addInitializers(
        context -> {
          context.getBeanFactory().addBeanPostProcessor(database);
          GenericApplicationContext beans = (GenericApplicationContext) context;
          beans.registerBean("freightClock", Clock.class, () -> server.clock().asClock());
          beans.registerBean(
              Connected.class,
              () -> new Connected(broker.baseUrl(), broker.agentKey()),
              connection -> connection.setPrimary(true));
        });
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--server.port=0");
    all.add("--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";LOCK_TIMEOUT=20000");
    all.add("--freight.jobs.poll-interval=100ms");
    return inLoader(loader, () -> shop.run(all.toArray(String[]::new)));
  }

  private URLClassLoader load(ReaderSources sources) throws Exception {
    URLClassLoader loader = sources.compile();
    loaders.add(loader);
    return loader;
  }

  private interface Step<T> {
    T run() throws Exception;
  }

  private static <T> T inLoader(ClassLoader loader, Step<T> step) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return step.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  // --- what its users do ---

  private static HttpResponse<String> get(ConfigurableApplicationContext shop, String path)
      throws Exception {
    return HTTP.send(HttpRequest.newBuilder(uri(shop, path)).build(), BodyHandlers.ofString());
  }

  private static URI uri(ConfigurableApplicationContext shop, String path) {
    String port = shop.getEnvironment().getProperty("local.server.port");
    return URI.create("http://127.0.0.1:" + port + path);
  }

  private static void put(ConfigurableApplicationContext shop, String order) throws Exception {
    HttpResponse<String> stored =
        HTTP.send(
            HttpRequest.newBuilder(uri(shop, order))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(ORDER))
                .build(),
            BodyHandlers.ofString());
    assertThat(stored.statusCode()).as(stored.body()).isEqualTo(201);
  }

  private static String loadOf(ConfigurableApplicationContext shop, String order) {
    return Eventually.until(() -> loadNumber(get(shop, order).body()), number -> number != null);
  }

  private static @Nullable String loadNumber(String order) {
    Matcher number = LOAD.matcher(order);
    return number.find() ? number.group(1) : null;
  }

  private static BigDecimal paid(Broker payer, Operation operation) {
    return payer.debits().stream()
        .filter(debit -> debit.operation() == operation)
        .map(debit -> debit.amountUsd())
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  // --- the pages ---

  @Test
  void eachPageHasATestHere() {
    assertThat(ReaderSources.PAGES.toFile().list())
        .containsExactlyInAnyOrder(TUTORIAL, CUSTOMERS, BEANS, REFERENCE, DEPLOY, TEST);
  }

  @Test
  void customersUseTheirOwnKeysLimitsAndPages() throws Exception {
    Broker acme = server.createBroker("25.00");
    ReaderSources sources = tutorial();
    addClasses(sources, CUSTOMERS);
    addClass(sources, BEANS, "spring-failures");
    sources.add(TRUCK_PAGE);
    // As the page says: the bean has these limits.
    Path yaml = folder.resolve("application.yaml");
    Files.writeString(yaml, Files.readString(yaml).replaceAll("(?m)^ +per-customer.*\\n", ""));
    for (Code code : ReaderSources.codeOf(CUSTOMERS)) {
      if (code.language().equals("sql")) sources.add("schema.sql", code.text());
    }
    try (ConfigurableApplicationContext shop =
        start(
            sources,
            "--spring.sql.init.mode=always",
            "--logging.level.com.github.kagkarlsson.scheduler=off")) {
      shop.getBean(JdbcClient.class)
          .sql("INSERT INTO customers VALUES ('acme', ?, 1.35, 0.03), ('none', null, 5.00, 1.00)")
          .param(acme.agentKey())
          .update();

      // Orders and reads are paid with the customer's key.
      put(shop, "/customers/acme/orders/1");
      String page = "/customers/acme/loads/" + loadOf(shop, "/customers/acme/orders/1");
      assertThat(get(shop, page).statusCode()).isEqualTo(200);
      assertThat(get(shop, "/customers/acme/balance").body()).isEqualTo("24.33");
      assertThat(broker.debits()).isEmpty();

      // The limit of the page is used up: the last position is shown.
      server.clock().advance(Duration.ofMinutes(3));
      assertThat(get(shop, page).statusCode()).isEqualTo(200);
      assertThat(paid(acme, Operation.GET_LOAD_POSITION)).isEqualByComparingTo("0.02");
      put(shop, "/customers/acme/orders/2");
      String second = loadOf(shop, "/customers/acme/orders/2");
      assertThat(get(shop, "/customers/acme/loads/" + second).statusCode())
          .as("a load without a last position")
          .isEqualTo(503);

      // The limit of the orders is used up.
      put(shop, "/customers/acme/orders/3");
      Eventually.until(
          () -> shop.getBean(FreightJobs.class).counts().waitingFor(),
          waiting -> waiting.toString().contains("LIMIT"));
      assertThat(paid(acme, Operation.CREATE_LOAD)).isEqualByComparingTo("1.30");

      // A customer without a key has no load and no balance.
      put(shop, "/customers/none/orders/1");
      assertThat(get(shop, "/customers/none/balance").statusCode()).isEqualTo(404);
      assertThat(get(shop, "/customers/none/loads/" + second).statusCode()).isEqualTo(404);

      // An outage of the database.
      database.isUnavailable = true;
      server.clock().advance(Duration.ofMinutes(3));
      assertThat(get(shop, page).statusCode()).isEqualTo(200);
      assertThat(get(shop, "/customers/acme/balance").statusCode()).isEqualTo(200);
      database.isUnavailable = false;
    }
  }

  @Test
  void beansOfThePageWorkTogether() throws Exception {
    server.createBroker(BrokerSettings.DEFAULT.withBalance("3.00").withAgentKey("fak_west"));
    ReaderSources sources = tutorial();
    addClasses(sources, BEANS);
    addClass(sources, CUSTOMERS, "spring-fresh");
    sources.add(TRUCK_PAGE);
    try (ConfigurableApplicationContext shop = start(sources, "--WEST_AGENT_KEY=fak_west")) {
      HttpResponse<String> unknown = get(shop, "/customers/acme/loads/LD-2026-0001");
      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(unknown.body()).contains("\"callId\":");
      assertThat(shop.getBean("west", FreightClient.class).getBalance().balanceUsd())
          .isEqualByComparingTo("3.00");
      put(shop, "/customers/acme/orders/1");
      assertThat(loadOf(shop, "/customers/acme/orders/1")).isNotNull();
      assertThat(paid(broker, Operation.CREATE_LOAD)).isEqualByComparingTo("0.65");
    }
  }

  @Test
  void clientOfTheReferenceReadsItsBalance() throws Exception {
    ReaderSources sources = tutorial();
    addClasses(sources, REFERENCE);
    try (ConfigurableApplicationContext shop = start(sources)) {
      Object account = shop.getBean("freightAccount");
      Method balance = account.getClass().getDeclaredMethod("balanceUsd");
      balance.setAccessible(true);
      assertThat((BigDecimal) balance.invoke(account)).isEqualByComparingTo("25.00");
    }
  }

  @Test
  void deployedServiceHasItsProbes() throws Exception {
    ReaderSources sources = tutorial();
    addClasses(sources, DEPLOY);
    try (ConfigurableApplicationContext shop = start(sources)) {
      for (String probe : List.of("liveness", "readiness", "freight")) {
        HttpResponse<String> health =
            Eventually.until(
                () -> get(shop, "/actuator/health/" + probe), got -> got.statusCode() == 200);
        assertThat(health.body()).contains("UP");
      }
    }
  }

  @Test
  void serviceStartsWithPlayMoney() throws Exception {
    ReaderSources sources = tutorial();
    addClasses(sources, TEST);
    String started =
        sources.add(
            """
            import org.springframework.context.ConfigurableApplicationContext;
            import org.springframework.stereotype.Component;

            @Component
            public class Started {
              public static ConfigurableApplicationContext context;

              Started(ConfigurableApplicationContext context) {
                Started.context = context;
              }
            }
            """);
    URLClassLoader loader = load(sources);
    String[] arguments = {
      "--server.port=0", "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID()
    };
    inLoader(
        loader,
        () ->
            loader
                .loadClass("com.example.ShopWithPlayMoney")
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments));
    Object context = loader.loadClass(started).getField("context").get(null);
    try (ConfigurableApplicationContext shop = (ConfigurableApplicationContext) context) {
      assertThat(shop.getBean(FreightClient.class).getBalance().balanceUsd())
          .isEqualByComparingTo("25.00");
    }
  }

  @Test
  void testOfTheTutorialPasses() throws Exception {
    runTestOf(TUTORIAL, tutorial());
  }

  @Test
  void smallestTestPasses() throws Exception {
    ReaderSources sources = tutorial();
    addClasses(sources, REFERENCE);
    runTestOf(TEST, sources);
  }

  private void runTestOf(String page, ReaderSources sources) throws Exception {
    String test = "";
    for (Code code : ReaderSources.codeOf(page)) {
      if (code.isTest()) test = sources.add(code.text());
    }
    run(load(sources), test);
  }

  /** The name of the annotation's package differs between the two Spring Boots. */
  @Test
  void webSliceUsesTheServerOfTheTest() throws Exception {
    String boot4 = "org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest";
    String annotation =
        ClassUtils.isPresent(boot4, null)
            ? boot4
            : "org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest";
    ReaderSources sources = new ReaderSources(folder);
    addClass(sources, TUTORIAL, "spring-shop");
    addClass(sources, CUSTOMERS, "spring-fresh");
    sources.add(TRUCK_PAGE);
    String test =
        sources.add(
            """
            import io.freightsdk.*;
            import io.freightsdk.model.*;
            import io.freightsdk.server.Broker;
            import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
            import org.junit.jupiter.api.Test;
            import org.springframework.beans.factory.annotation.Autowired;
            import org.springframework.context.annotation.Import;
            import org.springframework.test.web.servlet.MockMvc;

            import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
            import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

            @%s(TruckPage.class)
            @AutoConfigureFreightServer
            @Import(FreshPosition.class)
            class TruckPageTest {
              @Autowired MockMvc web;
              @Autowired FreightClient freight;

              @Test
              void pageShowsTheTruck() throws Exception {
                StopInput stop =
                    StopInput.builder().address("9 Elm St").city("Dallas").state("TX").zip("75201").build();
                String number =
                    freight
                        .createLoad(
                            CreateLoadInput.builder()
                                .driverPhone("+13125550142")
                                .pickups(stop)
                                .deliveries(stop)
                                .build())
                        .loadNumber();
                web.perform(get("/customers/acme/loads/" + number)).andExpect(status().isOk());
              }
            }
            """
                .formatted(annotation));
    run(load(sources), test);
  }

  private static void run(ClassLoader loader, String test) throws Exception {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    inLoader(
        loader,
        () -> {
          LauncherFactory.create()
              .execute(
                  LauncherDiscoveryRequestBuilder.request()
                      .selectors(selectClass(loader.loadClass(test)))
                      .build(),
                  listener);
          return test;
        });
    listener
        .getSummary()
        .getFailures()
        .forEach(
            failure -> {
              throw new AssertionError(test + " fails", failure.getException());
            });
    assertThat(listener.getSummary().getTestsSucceededCount()).isPositive();
  }
}
