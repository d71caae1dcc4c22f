package io.freightsdk.testsupport;

import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls every public method of the types that a module exports, and the constructors that
 * applications use, once for each argument: that one is null, the others are samples. An argument
 * may be {@link Nullable}, or its null is refused by its name, or by that of its method.
 *
 * <p>Methods of an interface are called on its sample. One without a sample is for applications to
 * implement, so something of the module has to take it, and what classes implement of it is called
 * by others. Constructors of records and exceptions are left out: the module hands their values
 * out.
 */
public final class NamedNulls {
  private static final int DEEPEST = 6;

  private final Class<?> anyType;
  private final Map<Class<?>, Supplier<?>> samples = new HashMap<>();
  private final Map<String, Object> named = new HashMap<>();
  private final Set<Class<?>> takenElsewhere = new HashSet<>();
  private final Set<Class<?>> left = new HashSet<>();
  private final List<Class<?>> shown = new ArrayList<>();
  private int checked;

  private NamedNulls(Class<?> anyType) {
    this.anyType = anyType;
  }

  /** Those of the module that has this type. */
  public static NamedNulls of(Class<?> anyType) {
    return new NamedNulls(anyType)
        .with(String.class, () -> "1")
        .with(CharSequence.class, () -> "1")
        .with(Object.class, () -> "1")
        .with(java.math.BigDecimal.class, () -> java.math.BigDecimal.ONE)
        .with(java.time.Duration.class, () -> java.time.Duration.ofSeconds(1))
        .with(java.time.Instant.class, () -> java.time.Instant.EPOCH)
        .with(java.time.LocalDate.class, () -> java.time.LocalDate.EPOCH)
        .with(java.time.ZoneId.class, () -> java.time.ZoneOffset.UTC)
        .with(java.time.Clock.class, java.time.Clock::systemUTC)
        .with(java.net.URI.class, () -> java.net.URI.create("http://127.0.0.1:1"))
        .with(Path.class, () -> Path.of("target", "sample"))
        .with(java.util.Locale.class, () -> java.util.Locale.ROOT)
        .with(Class.class, () -> String.class)
        .with(Throwable.class, () -> new IllegalStateException("a sample"))
        .with(Exception.class, () -> new IllegalStateException("a sample"))
        .with(RuntimeException.class, () -> new IllegalStateException("a sample"))
        .with(java.util.concurrent.ExecutorService.class, NamedNulls::noThreads)
        .with(List.class, ArrayList::new)
        .with(java.util.Collection.class, ArrayList::new)
        .with(Set.class, HashSet::new)
        .with(Map.class, HashMap::new);
  }

  private static java.util.concurrent.ExecutorService noThreads() {
    return java.util.concurrent.ForkJoinPool.commonPool();
  }

  /** What stands for an argument, and on what the methods of its type are called. */
  public <T> NamedNulls with(Class<T> type, Supplier<? extends T> sample) {
    samples.put(type, sample);
    return this;
  }

  /** What stands for the arguments of this name. */
  public NamedNulls with(String name, Object sample) {
    named.put(name, sample);
    return this;
  }

  /** A type that is exported for artifacts of ours, and not for applications. */
  public NamedNulls without(Class<?> type) {
    left.add(type);
    return this;
  }

  /** An interface for applications to implement that a method of another module takes. */
  public NamedNulls takenElsewhere(Class<?> type) {
    takenElsewhere.add(type);
    return this;
  }

  /** Calls all of them. A type that is left out without a reason fails too. */
  public void areRefused() throws Exception {
    Map<String, String> wrong = new LinkedHashMap<>();
    for (Class<?> type : shown()) {
      if (isLeftOut(type)) wrong.put(type.getName(), "is taken nowhere, and has no sample");
    }
    areRefused(1, wrong);
  }

  /** Calls all of them: at least so many, whichever types are left out. */
  public void areRefused(int atLeast) throws Exception {
    areRefused(atLeast, new LinkedHashMap<>());
  }

  private void areRefused(int atLeast, Map<String, String> wrong) throws Exception {
    for (Class<?> type : shown()) {
      for (Executable called : publicOf(type)) {
        for (int i = 0; i < called.getParameterCount(); i++) look(type, called, i, wrong);
      }
    }
    StringBuilder all = new StringBuilder();
    wrong.forEach((call, said) -> all.append(call).append(": ").append(said).append('\n'));
    if (!wrong.isEmpty()) throw new AssertionError(wrong.size() + " of " + checked + "\n" + all);
    if (checked < atLeast) throw new AssertionError("only " + checked + " arguments were checked");
  }

  /** An interface that the module only hands out, and whose methods are called on nothing. */
  private boolean isLeftOut(Class<?> type) {
    boolean takesArguments =
        Arrays.stream(type.getMethods()).anyMatch(method -> method.getParameterCount() > 0);
    boolean isCalled = samples.containsKey(type) || takenElsewhere.contains(type);
    boolean isCallable = type.isInterface() && !type.isAnnotation() && takesArguments;
    if (!isCallable || isCalled) return false;
    return shown.stream()
        .flatMap(one -> Stream.concat(Arrays.stream(one.getMethods()), constructorsOf(one)))
        .flatMap(called -> Arrays.stream(called.getGenericParameterTypes()))
        .noneMatch(taken -> taken.getTypeName().contains(type.getName()));
  }

  private static Stream<Executable> constructorsOf(Class<?> type) {
    return Arrays.stream(type.getConstructors());
  }

  // --- what is called ---

  private List<Class<?>> shown() throws Exception {
    if (!shown.isEmpty()) return shown;
    Path classes = Path.of(anyType.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path info = classes.resolve("module-info.class");
    Set<String> exported = new HashSet<>();
    if (Files.exists(info)) {
      try (InputStream bytes = Files.newInputStream(info)) {
        for (ModuleDescriptor.Exports one : ModuleDescriptor.read(bytes).exports()) {
          if (!one.isQualified()) exported.add(one.source());
        }
      }
    }
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.sorted().toList()) {
        String name = classes.relativize(file).toString().replace('/', '.').replace('\\', '.');
        if (!name.endsWith(".class") || name.endsWith("-info.class")) continue;
        if (name.startsWith("META-INF")) continue;
        Class<?> type =
            Class.forName(name.substring(0, name.length() - 6), false, anyType.getClassLoader());
        String home = type.getPackageName();
        boolean isExported =
            exported.isEmpty() ? !home.contains(".internal") : exported.contains(home);
        if (isExported && isShown(type) && !left.contains(type)) shown.add(type);
      }
    }
    return shown;
  }

  private static boolean isShown(Class<?> type) {
    if (type.isAnonymousClass() || type.isLocalClass() || type.isSynthetic()) return false;
    for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
      if (!Modifier.isPublic(each.getModifiers())) return false;
    }
    return true;
  }

  private List<Executable> publicOf(Class<?> type) {
    List<Executable> all = new ArrayList<>();
    boolean isHandedOut = type.isRecord() || Throwable.class.isAssignableFrom(type);
    if (!Modifier.isAbstract(type.getModifiers()) && !isHandedOut) {
      all.addAll(Arrays.asList(type.getConstructors()));
    }
    boolean isCalled = !type.isInterface() || samples.containsKey(type);
    for (Method method : type.getMethods()) {
      boolean ours = method.getDeclaringClass().getName().startsWith("io.freightsdk.");
      boolean isStatic = Modifier.isStatic(method.getModifiers());
      boolean inherited = isStatic && method.getDeclaringClass() != type;
      boolean ofEnum = type.isEnum() && method.getName().equals("valueOf");
      boolean left =
          !ours
              || isCallback(type, method)
              || inherited
              || ofEnum
              || method.isSynthetic()
              || method.getName().equals("equals")
              || method.getName().equals("main");
      if (!left && (isStatic || isCalled)) all.add(method);
    }
    all.sort(Comparator.comparing(Executable::toString));
    return all;
  }

  /** Whether an interface has it that somebody else calls. */
  private boolean isCallback(Class<?> type, Method method) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      for (Class<?> face : each.getInterfaces()) {
        boolean isCalled = samples.containsKey(face);
        boolean has =
            Arrays.stream(face.getMethods())
                .anyMatch(
                    one ->
                        one.getName().equals(method.getName())
                            && Arrays.equals(one.getParameterTypes(), method.getParameterTypes()));
        if (has && !isCalled && !type.isInterface()) return true;
      }
    }
    return false;
  }

  private void look(Class<?> type, Executable called, int number, Map<String, String> wrong) {
    Parameter parameter = called.getParameters()[number];
    if (parameter.getType().isPrimitive() || mayBeNull(parameter)) return;
    String name = parameter.getName();
    String call = called.toGenericString() + ", " + name;
    checked++;
    Throwable thrown;
    try {
      Object on = isOnObject(called) ? sample(type, DEEPEST) : null;
      if (isOnObject(called) && on == null) throw new IllegalStateException("no sample of " + type);
      Object[] arguments = new Object[called.getParameterCount()];
      for (int i = 0; i < arguments.length; i++) {
        if (i != number) arguments[i] = argument(called.getParameters()[i], DEEPEST);
      }
      thrown = thrown(called, on, arguments);
    } catch (Exception | LinkageError e) {
      wrong.put(call, "was not called: " + e);
      return;
    }
    boolean refused =
        thrown instanceof NullPointerException || thrown instanceof IllegalArgumentException;
    String said = thrown == null ? "" : String.valueOf(thrown.getMessage());
    boolean named =
        (said.contains(name) || said.contains(called.getName())) && !said.contains("Cannot ");
    if (!refused || !named) wrong.put(call, thrown == null ? "was taken" : thrown.toString());
  }

  private static boolean isOnObject(Executable called) {
    return called instanceof Method && !Modifier.isStatic(called.getModifiers());
  }

  private static boolean mayBeNull(Parameter parameter) {
    return isMarked(parameter) || isMarked(parameter.getAnnotatedType());
  }

  private static boolean isMarked(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotations())
        .anyMatch(one -> one.annotationType().getSimpleName().equals("Nullable"));
  }

  private static @Nullable Throwable thrown(
      Executable called, @Nullable Object on, Object[] arguments) throws Exception {
    try {
      called.setAccessible(true);
      Object told =
          called instanceof Method method
              ? method.invoke(on, arguments)
              : ((Constructor<?>) called).newInstance(arguments);
      if (told instanceof CompletableFuture<?> future) future.get(30, TimeUnit.SECONDS);
      if (told instanceof AutoCloseable opened && on == null) opened.close();
      return null;
    } catch (InvocationTargetException | CompletionException e) {
      return e.getCause();
    } catch (java.util.concurrent.ExecutionException e) {
      return e.getCause();
    }
  }

  // --- samples ---

  private @Nullable Object argument(Parameter parameter, int depth) throws Exception {
    Object own = named.get(parameter.getName());
    Object sample = parameter.getType().isInstance(own) ? own : sample(parameter.getType(), depth);
    if (sample == null && !mayBeNull(parameter)) {
      throw new IllegalStateException("no sample of " + parameter.getType().getName());
    }
    return sample;
  }

  /** Null if none can be made. */
  private @Nullable Object sample(Class<?> type, int depth) throws Exception {
    Supplier<?> known = samples.get(type);
    if (known != null) return known.get();
    if (type == boolean.class) return true;
    if (type == char.class) return 'a';
    if (type == double.class || type == Double.class) return 1.0;
    if (type == float.class || type == Float.class) return 1f;
    if (type == long.class || type == Long.class) return 1L;
    if (type == int.class || type == Integer.class) return 1;
    if (type == Boolean.class) return true;
    if (type.isEnum()) return type.getEnumConstants()[0];
    if (type.isArray()) return java.lang.reflect.Array.newInstance(type.getComponentType(), 0);
    if (depth == 0) return null;
    Object made = made(type, depth);
    if (made != null) return made;
    return type.isInterface() && !type.isSealed() ? doingNothing(type) : null;
  }

  /** By a method that returns it or a constructor of its own, with as few arguments as may be. */
  private @Nullable Object made(Class<?> type, int depth) throws Exception {
    if (!type.getName().startsWith("io.freightsdk.")) return null;
    for (Executable way : waysTo(type)) {
      try {
        Object on = isOnObject(way) ? sample(way.getDeclaringClass(), depth - 1) : null;
        if (isOnObject(way) && on == null) continue;
        Parameter[] parameters = way.getParameters();
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
          boolean left = mayBeNull(parameters[i]);
          arguments[i] = left ? null : argument(parameters[i], depth - 1);
        }
        way.setAccessible(true);
        Object made =
            way instanceof Method method
                ? method.invoke(on, arguments)
                : ((Constructor<?>) way).newInstance(arguments);
        if (made != null) return made;
      } catch (InvocationTargetException | IllegalStateException another) {
        // Another way may do.
      }
    }
    return null;
  }

  private List<Executable> waysTo(Class<?> type) {
    List<Executable> ways = new ArrayList<>();
    Set<Class<?>> from = new HashSet<>(shown);
    from.add(type);
    for (Class<?> each : from) {
      for (Method method : each.getDeclaredMethods()) {
        boolean makes = method.getReturnType() == type && Modifier.isPublic(method.getModifiers());
        if (makes && (each != type || Modifier.isStatic(method.getModifiers()))) ways.add(method);
      }
    }
    if (!Modifier.isAbstract(type.getModifiers())) {
      ways.addAll(Arrays.asList(type.getConstructors()));
    }
    ways.sort(
        Comparator.comparing(NamedNulls::isOnObject)
            .thenComparing(Executable::getParameterCount)
            .thenComparing(Executable::toString));
    return ways;
  }

  private static Object doingNothing(Class<?> type) {
    InvocationHandler nothing =
        (proxy, method, given) -> {
          if (method.isDefault()) return InvocationHandler.invokeDefault(proxy, method, given);
          if (method.getName().equals("hashCode")) return System.identityHashCode(proxy);
          if (method.getName().equals("equals")) return proxy == given[0];
          if (method.getName().equals("toString")) return "a sample";
          Class<?> told = method.getReturnType();
          return told == boolean.class ? (Object) false : told == int.class ? (Object) 0 : null;
        };
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, nothing);
  }
}
