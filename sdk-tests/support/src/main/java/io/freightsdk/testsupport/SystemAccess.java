package io.freightsdk.testsupport;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rule that a module takes time and threads from the system only in places that its test names:
 * everything else goes through a clock, an executor or a timer that a test can replace.
 *
 * <p>What counts, by the names that {@link #allow} takes:
 *
 * <ul>
 *   <li>clocks: {@code System.nanoTime}, {@code Instant.now}, {@code Clock.systemUTC}, {@code new
 *       Date}
 *   <li>waits that end by the system's time: {@code Thread.sleep}, {@code LockSupport.parkNanos},
 *       {@code Object.wait}, {@code CountDownLatch.await}, {@code CompletableFuture.get} and other
 *       methods with a time limit
 *   <li>threads and timers: {@code new Thread}, {@code Executors.newCachedThreadPool}, {@code
 *       ForkJoinPool.commonPool}, {@code CompletableFuture.orTimeout}, asynchronous stages without
 *       an executor
 * </ul>
 *
 * <p>To schedule on an executor does not count, because whoever made it is the place.
 */
public final class SystemAccess {
  private static final String OURS = "io.freightsdk.";
  private static final String UNIT = "java.util.concurrent.TimeUnit";

  /** With a {@code TimeUnit} as the last parameter. */
  private static final Set<String> TIMED =
      Set.of(
          "await",
          "awaitTermination",
          "exchange",
          "get",
          "invokeAll",
          "invokeAny",
          "offer",
          "poll",
          "tryAcquire",
          "tryLock",
          "tryTransfer",
          "waitFor");

  private final String module;
  private final JavaClasses classes;

  /** By place and what is used there: one line of the source where it is. */
  private final TreeMap<String, TreeMap<String, String>> found = new TreeMap<>();

  private final TreeMap<String, Set<String>> allowed = new TreeMap<>();

  private SystemAccess(String module, JavaClasses classes) {
    this.module = module;
    this.classes = classes;
    classes.forEach(this::look);
  }

  /**
   * The classes of a module.
   *
   * @param classes the folder of its compiled classes, such as {@code target/classes}
   */
  public static SystemAccess of(String module, Path classes) {
    if (!Files.isDirectory(classes)) {
      throw new AssertionError(module + ": there is no folder " + classes.toAbsolutePath());
    }
    return new SystemAccess(module, new ClassFileImporter().importPath(classes));
  }

  /** These classes only, without those nested in them. */
  public static SystemAccess of(String module, Class<?>... classes) {
    return new SystemAccess(module, new ClassFileImporter().importClasses(classes));
  }

  /**
   * Allows uses in one place. A comment at the call says why they cannot go through another one.
   *
   * @param place a class, with those nested in it, such as {@code outbox.Outbox}, or a package,
   *     such as {@code server.http.engine}; both below {@code io.freightsdk}
   */
  public SystemAccess allow(String place, String... uses) {
    Set<String> here = allowed.computeIfAbsent(place, any -> new LinkedHashSet<>());
    if (uses.length == 0) throw new IllegalArgumentException(place + ": name what is used there");
    for (String use : uses) {
      if (!here.add(use)) throw new IllegalArgumentException(place + ": " + use + " comes twice");
    }
    return this;
  }

  /**
   * Fails if anything else is used, and if what is allowed is not used any more.
   *
   * @throws AssertionError that names each with its line
   */
  public void check() {
    List<String> wrong = new ArrayList<>();
    // In a wrong folder there is nothing to find.
    if (classes.isEmpty()) wrong.add("there are no classes");
    TreeMap<String, Set<String>> needless = new TreeMap<>();
    allowed.forEach((place, uses) -> needless.put(place, new LinkedHashSet<>(uses)));
    found.forEach(
        (place, uses) ->
            uses.forEach(
                (use, line) -> {
                  String folder = place.substring(0, Math.max(0, place.lastIndexOf('.')));
                  if (!isAllowed(place, use, needless) && !isAllowed(folder, use, needless)) {
                    wrong.add(place + " uses " + use + " " + line);
                  }
                }));
    needless.forEach(
        (place, uses) ->
            uses.forEach(use -> wrong.add(place + " is allowed " + use + ", and does not use it")));
    if (wrong.isEmpty()) return;
    throw new AssertionError(
        "%s: time and threads come from the system only where the test names it:\n  %s"
            .formatted(module, String.join("\n  ", wrong)));
  }

  private boolean isAllowed(String place, String use, Map<String, Set<String>> needless) {
    if (!allowed.getOrDefault(place, Set.of()).contains(use)) return false;
    needless.getOrDefault(place, Set.of()).remove(use);
    return true;
  }

  private void look(JavaClass type) {
    type.getCodeUnitAccessesFromSelf()
        .forEach(
            access ->
                add(type, use(access.getTarget()), access.getSourceCodeLocation().toString()));
    // Looked up by reflection.
    type.getReferencedClassObjects()
        .forEach(
            named -> {
              String name = named.getValue().getName();
              boolean makesThreads =
                  name.equals("java.lang.Thread") || name.equals("java.util.concurrent.Executors");
              add(
                  type,
                  makesThreads ? named.getValue().getSimpleName() + ".class" : null,
                  named.getSourceCodeLocation().toString());
            });
  }

  private void add(JavaClass type, @Nullable String use, String line) {
    if (use == null) return;
    String name = type.getName();
    String below = name.startsWith(OURS) ? name.substring(OURS.length()) : name;
    int nested = below.indexOf('$');
    String place = nested < 0 ? below : below.substring(0, nested);
    found.computeIfAbsent(place, any -> new TreeMap<>()).putIfAbsent(use, line);
  }

  /** What it is called here, if it takes time or threads from the system; otherwise null. */
  private static @Nullable String use(CodeUnitAccessTarget target) {
    JavaClass owner = target.getOwner();
    String method = target.getName();
    List<String> given = target.getRawParameterTypes().stream().map(JavaClass::getName).toList();
    if (method.equals("<init>")) return made(owner, given);
    boolean isOfSystem =
        isClock(owner, method, given)
            || isTimedWait(owner, method, given)
            || isThreadOrTimer(owner, method, given);
    if (!isOfSystem) return null;
    return (method.equals("wait") ? "Object" : owner.getSimpleName()) + "." + method;
  }

  private static @Nullable String made(JavaClass owner, List<String> given) {
    boolean isNow =
        given.isEmpty()
            && (owner.isEquivalentTo(java.util.Date.class)
                || owner.isEquivalentTo(java.util.GregorianCalendar.class));
    // Their own subclasses too.
    boolean runs =
        owner.isAssignableTo(Thread.class)
            || owner.isAssignableTo(java.util.Timer.class)
            || owner.isAssignableTo(java.util.concurrent.ThreadPoolExecutor.class)
            || owner.isAssignableTo(java.util.concurrent.ForkJoinPool.class);
    return isNow || runs ? "new " + owner.getSimpleName() : null;
  }

  private static boolean isClock(JavaClass owner, String method, List<String> given) {
    return switch (owner.getName()) {
      case "java.lang.System" -> method.equals("nanoTime") || method.equals("currentTimeMillis");
      case "java.time.Clock", "java.time.InstantSource" ->
          method.startsWith("system") || (method.startsWith("tick") && !isGivenAClock(given));
      case "java.util.Calendar" -> method.equals("getInstance");
      default ->
          owner.getPackageName().startsWith("java.time")
              && (method.equals("now") || method.equals("dateNow"))
              && !isGivenAClock(given);
    };
  }

  private static boolean isGivenAClock(List<String> given) {
    return given.contains("java.time.Clock");
  }

  private static boolean isTimedWait(JavaClass owner, String method, List<String> given) {
    return switch (method) {
      case "wait" -> !given.isEmpty() && given.get(0).equals("long");
      case "sleep", "timedJoin", "timedWait" ->
          owner.isAssignableTo(Thread.class) || owner.getName().equals(UNIT);
      case "join" -> owner.isAssignableTo(Thread.class) && !given.isEmpty();
      case "parkNanos", "parkUntil" ->
          owner.isEquivalentTo(java.util.concurrent.locks.LockSupport.class);
      case "awaitNanos", "awaitUntil" ->
          owner.isAssignableTo(java.util.concurrent.locks.Condition.class);
      default ->
          TIMED.contains(method) && !given.isEmpty() && given.get(given.size() - 1).equals(UNIT);
    };
  }

  private static boolean isThreadOrTimer(JavaClass owner, String method, List<String> given) {
    if (owner.isAssignableTo(java.util.concurrent.CompletionStage.class)) {
      return switch (method) {
        case "delayedExecutor", "orTimeout", "completeOnTimeout", "defaultExecutor" -> true;
        default -> method.endsWith("Async") && !given.contains("java.util.concurrent.Executor");
      };
    }
    return switch (owner.getName()) {
      case "java.util.concurrent.Executors" ->
          method.startsWith("new") || method.equals("defaultThreadFactory");
      case "java.util.concurrent.ForkJoinPool" -> method.equals("commonPool");
      case "java.lang.Thread" -> method.startsWith("startVirtual") || method.startsWith("of");
      default ->
          method.equals("parallelStream")
              || (method.equals("parallel") && owner.getPackageName().equals("java.util.stream"));
    };
  }
}
