package io.freightsdk.server.junit;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerBuilder;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.view.ServerClock;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * Provides servers and brokers to tests, as {@link FreightServerTest} describes. To choose the
 * settings of the server, use it as a {@code @RegisterExtension}:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final FreightServerExtension freight =
 *     FreightServerExtension.withServer(InMemoryFreightServer.builder().frozenClock());
 * }</pre>
 *
 * <p>If a test fails, the state of its brokers (money, latest requests, loads) is attached to the
 * failure. If a planned fault never fired, the test fails, unless the fault is {@linkplain
 * Faults#lenient lenient}. Parallel tests are supported.
 */
// JUnit is optional: the types are visible only to modules that have it.
@SuppressWarnings("exports")
public final class FreightServerExtension
    implements BeforeAllCallback, AfterAllCallback, ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(FreightServerExtension.class);
  private static final String SHARED_SERVER = "shared server";
  private static final String OWN_SERVER = "server of the class";
  private static final String CLASS_BROKERS = "brokers of the class";
  private static final String HAS_FAILED = "a test of the class has failed";
  private static final String DEFAULT_BALANCE = "25.00";

  /** The name of the broker for parameters without a name. */
  private static final String UNNAMED = "";

  /** The running test classes. */
  private static final Map<Class<?>, RunningClass> RUNNING = new ConcurrentHashMap<>();

  private final @Nullable ServerBuilder builder;
  private final @Nullable String balanceUsd;

  /**
   * Creates an extension with the settings of {@link FreightServerTest}; by default, with the
   * shared server.
   */
  public FreightServerExtension() {
    this(null, null);
  }

  private FreightServerExtension(@Nullable ServerBuilder described, @Nullable String balanceUsd) {
    this.builder = described;
    this.balanceUsd = balanceUsd;
  }

  /**
   * Creates an extension that starts a server with these settings for the class and its nested
   * classes.
   */
  public static FreightServerExtension withServer(ServerBuilder builder) {
    Objects.requireNonNull(builder, "builder");
    return new FreightServerExtension(builder, null);
  }

  /** Returns a copy with this opening balance of each broker in USD, such as {@code 25.00}. */
  public FreightServerExtension withBalance(String amountUsd) {
    Objects.requireNonNull(amountUsd, "amountUsd");
    return new FreightServerExtension(builder, amountUsd);
  }

  /**
   * Returns the server of a running test class, for static code such as a
   * {@code @DynamicPropertySource}. From this call on, all tests of the class use it.
   *
   * @throws IllegalStateException if no test of the class is running, or it has no in-memory server
   */
  public static InMemoryFreightServer serverOf(Class<?> testClass) {
    Objects.requireNonNull(testClass, "testClass");
    RunningClass running = running(testClass);
    return running.extension.serverOfClass(running.context);
  }

  /**
   * Returns the broker of a running test class, for the configuration of an application under test.
   * From this call on, all tests of the class get this broker.
   *
   * @throws IllegalStateException as {@link #serverOf}
   */
  public static Broker brokerOf(Class<?> testClass) {
    Objects.requireNonNull(testClass, "testClass");
    RunningClass running = running(testClass);
    running.extension.serverOfClass(running.context);
    return running.extension.brokersOf(running.context).broker(UNNAMED);
  }

  private static RunningClass running(Class<?> testClass) {
    RunningClass running = RUNNING.get(testClass);
    if (running == null) {
      throw new IllegalStateException(
          "no test of " + testClass.getName() + " is running with an in-memory server");
    }
    return running;
  }

  /** The extension and context that provide the server of a class. */
  private record RunningClass(FreightServerExtension extension, ExtensionContext context) {}

  @Override
  public void beforeAll(ExtensionContext context) {
    RUNNING.put(context.getRequiredTestClass(), new RunningClass(this, context));
    // Stored with the class, so the server outlives single methods and serves nested classes.
    if (builder != null || needsServerOfClass(context)) serverOfClass(context);
  }

  /** Checks the faults of a server that all tests of the class share. */
  @Override
  public void afterAll(ExtensionContext context) {
    RUNNING.remove(context.getRequiredTestClass());
    boolean isNested = outermost(context) != context;
    boolean hasFailed = store(context).get(HAS_FAILED) != null;
    InMemoryFreightServer ofClass = findServer(context, builder != null ? this : OWN_SERVER);
    if (isNested || hasFailed || ofClass == null) return;
    failIfAny(ofClass.faults().neverFired());
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    boolean inConstructor = parameter.getDeclaringExecutable() instanceof Constructor;
    if (TestBrokers.isClient(type)) return !inConstructor && hasOnlyOurAnnotation(parameter);

    if (belongsToBroker(type) && inConstructor) {
      throw new ParameterResolutionException(
          "a "
              + type.getSimpleName()
              + " belongs to one test method: use it as a parameter of the test or of"
              + " @BeforeEach, not of the constructor");
    }
    if (belongsToServer(type) && parameter.isAnnotated(BrokerNamed.class)) {
      throw new ParameterResolutionException(
          "@BrokerNamed is for a Broker, Faults or a FreightClient: all brokers of a test are on"
              + " one server");
    }
    return belongsToServer(type) || belongsToBroker(type);
  }

  /**
   * Whether no other extension provides the parameter: Spring clients and Mockito mocks have
   * annotations.
   */
  private static boolean hasOnlyOurAnnotation(ParameterContext parameter) {
    return Arrays.stream(parameter.getParameter().getAnnotations())
        .allMatch(BrokerNamed.class::isInstance);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    if (type == InMemoryFreightServer.class) return server(context);
    if (type == ServerClock.class) return server(context).clock();

    String name =
        parameter.findAnnotation(BrokerNamed.class).map(BrokerNamed::value).orElse(UNNAMED);
    Broker broker = broker(context, name);
    if (type == Broker.class) return broker;
    return type == Faults.class ? broker.faults() : brokersOf(context).client(name, type, broker);
  }

  /**
   * Attaches the state to a failure, also of {@code @BeforeEach} and {@code @AfterEach} methods. A
   * successful test whose planned fault never fired fails.
   */
  @Override
  public void afterEach(ExtensionContext context) {
    Throwable failure = context.getExecutionException().orElse(null);
    List<String> neverFired = neverFired(context);
    if (failure != null || !neverFired.isEmpty()) store(outermost(context)).put(HAS_FAILED, true);
    if (failure == null) {
      failIfAny(neverFired);
      return;
    }
    TestBrokers ofClass = brokersOfClass(context);
    if (ofClass != null) ofClass.states().forEach(failure::addSuppressed);
    TestBrokers ofTest = brokersOfMethod(context);
    if (ofTest != null) ofTest.states().forEach(failure::addSuppressed);
  }

  /** The faults of this test only. Shared faults may still fire in another test. */
  private static List<String> neverFired(ExtensionContext context) {
    InMemoryFreightServer ofTest = findServer(context, OWN_SERVER + context.getUniqueId());
    if (ofTest != null) return ofTest.faults().neverFired();
    TestBrokers brokers = brokersOfMethod(context);
    if (brokers == null) return List.of();
    return brokers.all().stream().flatMap(each -> each.faults().neverFired().stream()).toList();
  }

  private static void failIfAny(List<String> neverFired) {
    if (neverFired.isEmpty()) return;
    throw new AssertionError(
        "planned faults that never fired:\n  "
            + String.join("\n  ", neverFired)
            + "\nMake the call for each fault, or plan a fault that need not fire with"
            + " faults.lenient()");
  }

  private InMemoryFreightServer server(ExtensionContext context) {
    ExtensionContext owner = outermost(context);
    boolean ofClass = builder != null || store(owner).get(OWN_SERVER) != null;
    if (ofClass || context.getTestMethod().isEmpty()) return serverOfClass(context);
    return needsServerOfMethod(context)
        ? runningServer(context, OWN_SERVER + context.getUniqueId())
        : runningServer(context.getRoot(), SHARED_SERVER);
  }

  private InMemoryFreightServer serverOfClass(ExtensionContext context) {
    return builder != null
        ? runningServer(context, this)
        : runningServer(outermost(context), OWN_SERVER);
  }

  /** The server stored under {@code key} in this context or one around it; otherwise a new one. */
  @SuppressWarnings("deprecation") // computeIfAbsent is missing before JUnit 6.
  private InMemoryFreightServer runningServer(ExtensionContext context, Object key) {
    RunningServer running =
        store(context)
            .getOrComputeIfAbsent(key, unused -> new RunningServer(start()), RunningServer.class);
    return Objects.requireNonNull(running).server();
  }

  private static @Nullable InMemoryFreightServer findServer(ExtensionContext context, Object key) {
    RunningServer known = store(context).get(key, RunningServer.class);
    return known == null ? null : known.server();
  }

  private InMemoryFreightServer start() {
    return builder == null ? InMemoryFreightServer.start() : builder.start();
  }

  /**
   * The broker of the class if a class-level method used this name, otherwise a broker of the test.
   */
  private Broker broker(ExtensionContext context, String name) {
    TestBrokers ofClass = brokersOfClass(context);
    Broker known = ofClass == null ? null : ofClass.find(name);
    return known != null ? known : brokersOf(context).broker(name);
  }

  private static @Nullable TestBrokers brokersOfClass(ExtensionContext context) {
    return store(context).get(CLASS_BROKERS, TestBrokers.class);
  }

  private static @Nullable TestBrokers brokersOfMethod(ExtensionContext context) {
    return store(context).get(brokersKey(context), TestBrokers.class);
  }

  /** The brokers of a test method, or of a class and its nested classes outside their methods. */
  @SuppressWarnings("deprecation") // computeIfAbsent is missing before JUnit 6.
  private TestBrokers brokersOf(ExtensionContext context) {
    // First, because JUnit closes in reverse order: clients before their server.
    InMemoryFreightServer server = server(context);
    String key = context.getTestMethod().isPresent() ? brokersKey(context) : CLASS_BROKERS;
    TestBrokers brokers =
        store(context)
            .getOrComputeIfAbsent(
                key, unused -> new TestBrokers(server, balance(context)), TestBrokers.class);
    return Objects.requireNonNull(brokers);
  }

  /** A key with the context's id, because a store also finds the values of enclosing contexts. */
  private static String brokersKey(ExtensionContext context) {
    return "brokers of " + context.getUniqueId();
  }

  private String balance(ExtensionContext context) {
    if (balanceUsd != null) return balanceUsd;
    FreightServerTest annotation = annotation(context);
    return annotation == null ? DEFAULT_BALANCE : annotation.balanceUsd();
  }

  /** Whether the annotation, a constructor or a class-level method needs a server of the class. */
  private static boolean needsServerOfClass(ExtensionContext context) {
    FreightServerTest annotation = annotation(context);
    if (annotation != null && !annotation.shared()) return true;
    Class<?> type = context.getRequiredTestClass();
    boolean constructed =
        Arrays.stream(type.getDeclaredConstructors())
            .anyMatch(FreightServerExtension::hasServerParameter);
    return constructed
        || hasLifecycleMethodWithServer(context, BeforeAll.class)
        || hasLifecycleMethodWithServer(context, AfterAll.class);
  }

  /** Whether the method, or a lifecycle method around it, has a server parameter. */
  private static boolean needsServerOfMethod(ExtensionContext context) {
    return hasServerParameter(context.getRequiredTestMethod())
        || hasLifecycleMethodWithServer(context, BeforeEach.class)
        || hasLifecycleMethodWithServer(context, AfterEach.class);
  }

  private static boolean hasLifecycleMethodWithServer(
      ExtensionContext context, Class<? extends Annotation> kind) {
    return testClasses(context).stream()
        .flatMap(
            type ->
                AnnotationSupport.findAnnotatedMethods(type, kind, HierarchyTraversalMode.TOP_DOWN)
                    .stream())
        .anyMatch(FreightServerExtension::hasServerParameter);
  }

  private static boolean hasServerParameter(Executable method) {
    return Arrays.stream(method.getParameterTypes())
        .anyMatch(FreightServerExtension::belongsToServer);
  }

  private static boolean belongsToServer(Class<?> type) {
    return type == InMemoryFreightServer.class || type == ServerClock.class;
  }

  private static boolean belongsToBroker(Class<?> type) {
    return type == Broker.class || type == Faults.class;
  }

  /**
   * The annotation of the test class or of an enclosing test class, also on an annotation or
   * interface of the class; null for none.
   */
  private static @Nullable FreightServerTest annotation(ExtensionContext context) {
    for (Class<?> type : testClasses(context)) {
      FreightServerTest annotation =
          AnnotationSupport.findAnnotation(type, FreightServerTest.class).orElse(null);
      if (annotation != null) return annotation;
    }
    return null;
  }

  /**
   * The test class and the classes in which JUnit runs it as a nested class. An inherited nested
   * class runs in the subclass, so its enclosing class may be missing.
   */
  private static List<Class<?>> testClasses(ExtensionContext context) {
    return classContexts(context).stream()
        .<Class<?>>map(ExtensionContext::getRequiredTestClass)
        .distinct()
        .toList();
  }

  /** The context of the outermost test class, whose server nested classes share. */
  private static ExtensionContext outermost(ExtensionContext context) {
    List<ExtensionContext> contexts = classContexts(context);
    return contexts.isEmpty() ? context : contexts.get(contexts.size() - 1);
  }

  /** This context and its parents that have a test class, the innermost first. */
  private static List<ExtensionContext> classContexts(ExtensionContext context) {
    return Stream.iterate(
            Optional.of(context),
            Optional::isPresent,
            each -> each.flatMap(ExtensionContext::getParent))
        .flatMap(Optional::stream)
        .filter(each -> each.getTestClass().isPresent())
        .toList();
  }

  private static Store store(ExtensionContext context) {
    return context.getStore(NAMESPACE);
  }

  /** A server that JUnit closes with its context. */
  @SuppressWarnings("deprecation") // JUnit before 5.13 closes nothing that is AutoCloseable only.
  record RunningServer(InMemoryFreightServer server) implements CloseableResource, AutoCloseable {
    @Override
    public void close() {
      server.close();
    }
  }
}
