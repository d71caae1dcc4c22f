import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.Pattern;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;
import org.junit.platform.engine.*;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.*;
import org.junit.platform.launcher.core.*;

/**
 * Changes one figure, switch, named choice or bound of a module at a time, and sees whether a test of TESTER notices:
 * {@code java .ci/OneLineChanges.java ROOT MODULE TESTER RESULTS [FILE BEFORE AFTER]}, in the tester's folder. {@code .ci/mutation constants}
 * calls it, after Maven has compiled everything.
 *
 * <p>All changes are judged in this one JVM: the changed file alone is compiled, and each change has a class loader of its own for the
 * project's classes, over one for all libraries. The tests nearest to the changed class run first. What is found stands in
 * the file RESULTS; what is there already is not tried again, so the program can be stopped and goes on.
 * It ends with 3 when it has to go on in a new JVM. The source is changed where it stands, because some tests read sources.
 */
public class OneLineChanges {
  private static final int GO_ON = 3;
  private static final long SEED = Long.getLong("seed", 1);
  private static final int COUNT = Integer.getInteger("count", 30);
  private static final int SECONDS = Integer.getInteger("seconds", 90);
  private static final String ONLY = System.getProperty("only", "");
  private static final String TESTS = System.getProperty("tests", "");
  private static final String LIBRARIES = System.getProperty("java.class.path");
  private static final PrintStream OUT = System.out;
  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

  /** Sizes that only say how much room a thing has at first. */
  private static final Pattern ROOM = Pattern.compile("(StringBuilder|Array(List|Deque)|(Linked)?Hash(Map|Set)|ByteArrayOutputStream)(<.*>)?");

  /** {@code owner} and {@code member} as in .ci/equivalent-mutants; the value of one that is {@code copied} is compiled into its users. */
  record Change(Path file, String owner, String member, int start, int end, long line, String before, String after, boolean copied) {
    String name() {
      return owner + " " + member + " " + before + "→" + after;
    }
  }

  private final Path root;
  private final Path module;
  private final Path tester;
  private final Path results;
  private final Map<Path, Set<String>> words = new HashMap<>();
  private final Map<String, Long> times = new HashMap<>();
  private final Set<String> red = new HashSet<>();
  private final StandardJavaFileManager files = JAVAC.getStandardFileManager(null, null, null);
  private int judged;
  private volatile String failedId;

  private OneLineChanges(String[] args) throws IOException {
    root = Path.of(args[0]).toRealPath();
    module = root.resolve(args[1]);
    tester = root.resolve(args[2]);
    results = root.resolve(args[3]);
    for (Path source : javaFiles(module.resolve("src"))) words.put(source, wordsOf(source));
    for (Path source : javaFiles(tester.resolve("src"))) words.put(source, wordsOf(source));
  }

  public static void main(String[] args) throws Exception {
    System.setOut(System.err);
    OneLineChanges changes = new OneLineChanges(args);
    List<Change> all = args.length < 7 ? changes.all() : List.of(changes.own(Path.of(args[4]), args[5], args[6]));
    System.exit(changes.judge(all));
  }

  private int judge(List<Change> all) throws Exception {
    Set<String> equivalent = Files.readAllLines(root.resolve(".ci/equivalent-mutants")).stream()
        .map(line -> line.replaceFirst("^(\\S+ \\S+ \\S+).*", "$1")).collect(Collectors.toSet());
    // Drawn by its name, so that other code does not change what is drawn; equal ones of one member are apart.
    SortedMap<Long, String> drawn = new TreeMap<>();
    Map<String, Change> byId = new HashMap<>();
    for (Change change : all) {
      int number = 1;
      while (byId.containsKey(change.name() + " " + number)) number++;
      byId.put(change.name() + " " + number, change);
      boolean isTried = change.name().contains(ONLY) && !equivalent.contains(change.name()) && !equivalent.contains(change.name() + "#" + number);
      if (isTried) drawn.put(new Random(31 * (31 * SEED + change.name().hashCode()) + number).nextLong(), change.name() + " " + number);
    }
    Map<String, String> known = new LinkedHashMap<>();
    if (Files.exists(results)) for (String line : Files.readAllLines(results)) known.put(line.split("\t")[1], line);
    known.put("all", "all\tall\t" + all.size());
    Files.write(results, known.values());
    String here = "not by tests of " + root.relativize(tester);
    int tried = 0;
    for (String id : drawn.values()) {
      if (tried == COUNT) break;
      String line = known.get(id);
      // One that another tester left is tried by this one, once.
      if (line == null || line.startsWith("left\t") && !line.contains(here)) {
        Change change = byId.get(id);
        String test = noticed(change);
        String where = root.relativize(change.file) + ":" + change.line + " ";
        String before = line == null ? where : line.replaceFirst(".*\t", "") + ", ";
        line = test == null ? "not compiled\t" + id + "\t" + where : test.isEmpty() ? "left\t" + id + "\t" + before + here : "noticed\t" + id + "\t" + where + "by " + test;
        known.put(id, line);
        Files.write(results, known.values());
        OUT.println("  " + line.replace("\t", "  "));
        judged++;
        if (test != null && test.endsWith(" does not end")) return GO_ON;
      }
      if (!line.startsWith("not compiled")) tried++;
    }
    return 0;
  }

  private List<Change> all() throws IOException {
    List<Change> changes = new ArrayList<>();
    List<Path> sources = words.keySet().stream().filter(file -> file.startsWith(module.resolve("src/main"))).sorted().toList();
    List<String> options = List.of("-proc:none", "-cp", compilePath(null));
    JavacTask task = (JavacTask) JAVAC.getTask(Writer.nullWriter(), files, null, options, null, files.getJavaFileObjectsFromPaths(sources));
    List<CompilationUnitTree> units = new ArrayList<>();
    task.parse().forEach(units::add);
    task.analyze();
    for (CompilationUnitTree unit : units) new Finder(unit, Trees.instance(task), changes).scan(unit, null);
    return changes;
  }

  private Change own(Path name, String before, String after) throws IOException {
    Path file = words.keySet().stream().filter(path -> path.endsWith(name)).findFirst().orElseThrow();
    String text = Files.readString(file);
    int start = text.indexOf(before);
    if (start < 0 || text.indexOf(before, start + 1) > 0) throw new IllegalArgumentException("not once in " + file + ": " + before);
    long line = text.substring(0, start).lines().count();
    return new Change(file, nameOf(file), "-", start, start + before.length(), line, before.replaceAll("\\s+", " "), after, false);
  }

  /** The test that notices a change; empty if none does, null if the change cannot be compiled. */
  private String noticed(Change change) throws Exception {
    String text = Files.readString(change.file);
    String changed = text.substring(0, change.start) + change.after + text.substring(change.end);
    Path classes = Files.createTempDirectory("changed");
    Thread restore = new Thread(() -> write(change.file, text));
    Runtime.getRuntime().addShutdownHook(restore);
    try {
      write(change.file, changed);
      if (!compiled(change, classes)) return null;
      URLClassLoader loader = loader(classes);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      for (String test : near(change)) {
        if (System.nanoTime() > end) break;
        String failure = red.contains(test) ? "" : failure(loader, test, null);
        if (failure.isEmpty()) continue;
        if (failure.endsWith(" does not end")) return failure;
        // Once more by itself: what other tests have left behind says nothing.
        String id = failedId;
        if (id != null && failure(loader(classes), test, id).isEmpty()) {
          OUT.println("  not red by itself, and left out: " + failure);
          continue;
        }
        // Nor does a test that fails on the code as it is, or after an earlier change.
        write(change.file, text);
        if (failure(loader(null), test, id).isEmpty()) return failure;
        if (judged > 0) {
          OUT.println("  again in a new JVM: " + failure);
          System.exit(GO_ON);
        }
        OUT.println("  not green as it is, and left out: " + failure);
        red.add(test);
        write(change.file, changed);
      }
      return "";
    } finally {
      write(change.file, text);
      Runtime.getRuntime().removeShutdownHook(restore);
    }
  }

  private boolean compiled(Change change, Path classes) throws IOException {
    // A constant is copied into what uses it, in tests as well.
    Stream<Path> users = change.copied ? words.keySet().stream().filter(file -> words.get(file).contains(change.member)) : Stream.empty();
    List<Path> sources = Stream.concat(Stream.of(change.file), users).distinct().toList();
    List<String> options = List.of("-proc:none", "-nowarn", "-g", "-parameters", "-d", classes.toString(), "-cp", compilePath(classes));
    return JAVAC.getTask(Writer.nullWriter(), files, null, options, null, files.getJavaFileObjectsFromPaths(sources)).call();
  }

  /** The first failure of a test class, or of this part of it; empty if it is green. */
  private String failure(ClassLoader loader, String test, String id) throws Exception {
    List<String> failed = new CopyOnWriteArrayList<>();
    if (id == null) failedId = null;
    CancellationToken rest = CancellationToken.create();
    TestExecutionListener listener = new TestExecutionListener() {
      @Override
      public void executionFinished(TestIdentifier each, TestExecutionResult result) {
        if (result.getStatus() != TestExecutionResult.Status.FAILED || !failed.isEmpty()) return;
        failedId = each.getUniqueId();
        result.getThrowable().ifPresent(Throwable::printStackTrace);
        failed.add(test.replaceFirst(".*\\.", "") + ": " + each.getDisplayName());
        rest.cancel();
      }
    };
    FutureTask<Void> run = new FutureTask<>(() -> {
      LauncherDiscoveryRequest all =
          LauncherDiscoveryRequestBuilder.request().selectors(id == null ? DiscoverySelectors.selectClass(loader.loadClass(test)) : DiscoverySelectors.selectUniqueId(id))
              .filters(TagFilter.excludeTags(Boolean.getBoolean("freight.thorough") ? "none" : "thorough")).build();
      LauncherFactory.create().execute(LauncherExecutionRequestBuilder.request(all).listeners(listener).cancellationToken(rest).build());
      return null;
    });
    Thread thread = new Thread(run, "tests");
    thread.setContextClassLoader(loader);
    thread.setDaemon(true);
    long start = System.nanoTime();
    thread.start();
    try {
      // Ten times as long as ever, and some seconds for what the machine does meanwhile.
      run.get(times.containsKey(test) ? TimeUnit.NANOSECONDS.toSeconds(10 * times.get(test)) + 20 : 90, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return failed.isEmpty() ? test + " does not end" : failed.get(0) + " does not end";
    } catch (ExecutionException e) {
      return test + ": " + e.getCause();
    }
    if (failed.isEmpty() && id == null) times.merge(test, System.nanoTime() - start, Math::max);
    return failed.isEmpty() ? "" : failed.get(0);
  }

  /** The tests from which the change is reached, nearest first: those that name its class, then those that name who names it. */
  private List<String> near(Change change) {
    Map<String, Integer> distances = new TreeMap<>();
    Set<Path> seen = new HashSet<>(Set.of(change.file));
    Set<Path> last = Set.of(change.file);
    // All pages are tested together: of those, only what names the class itself is about its figures.
    for (int distance = 0; !last.isEmpty() && (distance == 0 || !tester.endsWith("documentation")); distance++) {
      Set<String> names = last.stream().map(OneLineChanges::nameOf).collect(Collectors.toSet());
      last = words.keySet().stream().filter(file -> !seen.contains(file) && !Collections.disjoint(words.get(file), names)).collect(Collectors.toSet());
      seen.addAll(last);
      for (Path file : last) {
        for (Path tests : List.of(tester.resolve("src/test/java"), tester.resolve("src/wire/java"))) {
          boolean isTest = file.startsWith(tests) && nameOf(file).matches(".*(Test|Properties)");
          if (isTest) distances.put(tests.relativize(file).toString().replace(".java", "").replace(File.separatorChar, '.'), distance);
        }
      }
    }
    // Of the others those first that name what is changed: a figure, or a constant.
    Map<String, Integer> ranks = new HashMap<>();
    distances.forEach(
        (test, distance) -> {
          String source = test.replace('.', '/') + ".java";
          Path file = tester.resolve("src/test/java").resolve(source);
          if (!words.containsKey(file)) file = tester.resolve("src/wire/java").resolve(source);
          boolean names = change.before.length() > 1 && words.get(file).contains(change.before);
          boolean isItsOwn = test.endsWith("." + nameOf(change.file) + "Test");
          ranks.put(test, isItsOwn ? -1 : distance == 0 ? 0 : names ? distance : distance + 100);
        });
    Comparator<String> nearest = Comparator.comparing(ranks::get);
    return distances.keySet().stream().filter(test -> test.contains(TESTS)).sorted(nearest.thenComparing(test -> times.getOrDefault(test, 0L))).toList();
  }

  /** The project's own classes, of which none is among the libraries. */
  private String classPath(Path changed) {
    String own = Stream.of(changed, tester.resolve("target/test-classes"), tester.resolve("target/classes"), module.resolve("target/classes"))
        .filter(Objects::nonNull).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    return String.join(File.pathSeparator, own, System.getProperty("project.class.path"), LIBRARIES);
  }

  /** With what only the module itself needs. */
  private String compilePath(Path changed) throws IOException {
    return classPath(changed) + File.pathSeparator + Files.readString(module.resolve("target/test-class-path")).strip();
  }

  /** Has its own files first, as a class path of all would have them. */
  private URLClassLoader loader(Path changed) throws IOException {
    List<URL> own = new ArrayList<>();
    String all = classPath(changed);
    for (String path : all.substring(0, all.length() - LIBRARIES.length()).split(File.pathSeparator)) {
      if (!path.isEmpty()) own.add(Path.of(path).toUri().toURL());
    }
    // For programs that tests start.
    System.setProperty("java.class.path", all);
    return new URLClassLoader(own.toArray(URL[]::new), ClassLoader.getSystemClassLoader()) {
      @Override
      public URL getResource(String name) {
        URL found = findResource(name);
        return found == null ? super.getResource(name) : found;
      }

      @Override
      public Enumeration<URL> getResources(String name) throws IOException {
        Set<URL> found = new LinkedHashSet<>(Collections.list(findResources(name)));
        found.addAll(Collections.list(super.getResources(name)));
        return Collections.enumeration(found);
      }
    };
  }

  /** At once or not at all. */
  private static void write(Path file, String text) {
    try {
      Path whole = Files.writeString(Path.of(file + ".new"), text);
      Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("restore " + file + " yourself", e);
    }
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(file -> file.toString().endsWith(".java") && !file.toString().endsWith("-info.java")).sorted().toList();
    }
  }

  private static Set<String> wordsOf(Path file) throws IOException {
    return Pattern.compile("\\W+").splitAsStream(Files.readString(file)).collect(Collectors.toSet());
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  /** Finds figures, booleans and named choices that are arguments, results or first values of fields, and comparisons with a figure. */
  private static final class Finder extends TreePathScanner<Void, Void> {
    private static final Map<Tree.Kind, String> SIGNS =
        Map.of(Tree.Kind.LESS_THAN, "<", Tree.Kind.GREATER_THAN, ">", Tree.Kind.LESS_THAN_EQUAL, "<=", Tree.Kind.GREATER_THAN_EQUAL, ">=");

    private final CompilationUnitTree unit;
    private final Trees trees;
    private final List<Change> changes;

    Finder(CompilationUnitTree unit, Trees trees, List<Change> changes) {
      this.unit = unit;
      this.trees = trees;
      this.changes = changes;
    }

    @Override
    public Void visitAnnotation(AnnotationTree annotation, Void none) {
      return null;
    }

    @Override
    public Void visitCase(CaseTree branch, Void none) {
      scan(branch.getBody(), none);
      return scan(branch.getStatements(), none);
    }

    @Override
    public Void visitMethod(MethodTree method, Void none) {
      return method.getName().contentEquals("hashCode") ? null : super.visitMethod(method, none);
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Void none) {
      Object value = literal.getValue();
      if (value instanceof Boolean && isGiven()) add(literal, value.toString(), String.valueOf(!(Boolean) value));
      if (value instanceof Number number && isGiven()) {
        // One more of a few, twice as much of many.
        boolean few = number.doubleValue() == Math.rint(number.doubleValue()) && number.doubleValue() < 10;
        Number other = few ? number.doubleValue() + 1 : number.doubleValue() * 2;
        add(literal, text(literal), value instanceof Double || value instanceof Float ? other.toString() : other.longValue() + (value instanceof Long ? "L" : ""));
      }
      return null;
    }

    @Override
    public Void visitIdentifier(IdentifierTree name, Void none) {
      return choice(name, none);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree select, Void none) {
      choice(select, none);
      return super.visitMemberSelect(select, none);
    }

    /** A constant of an enum becomes the next one. */
    private Void choice(ExpressionTree tree, Void none) {
      Element constant = trees.getElement(getCurrentPath());
      if (constant == null || constant.getKind() != ElementKind.ENUM_CONSTANT || !isGiven()) return none;
      List<? extends Element> all =
          constant.getEnclosingElement().getEnclosedElements().stream().filter(e -> e.getKind() == ElementKind.ENUM_CONSTANT).toList();
      String next = all.get((all.indexOf(constant) + 1) % all.size()).getSimpleName().toString();
      if (all.size() > 1) add(tree, constant.getSimpleName().toString(), next);
      return none;
    }

    @Override
    public Void visitBinary(BinaryTree comparison, Void none) {
      String sign = SIGNS.get(comparison.getKind());
      if (sign != null && (isFigure(comparison.getLeftOperand()) || isFigure(comparison.getRightOperand()))) {
        int from = end(comparison.getLeftOperand());
        int end = from + text(comparison).substring(from - start(comparison)).indexOf(sign) + sign.length();
        add(end, sign, sign.length() == 1 ? sign + "=" : sign.substring(0, 1));
      }
      return super.visitBinary(comparison, none);
    }

    private boolean isFigure(ExpressionTree operand) {
      Element element = trees.getElement(new TreePath(getCurrentPath(), operand));
      boolean isConstant =
          element != null && element.getKind() == ElementKind.FIELD && element.getModifiers().containsAll(Set.of(Modifier.STATIC, Modifier.FINAL));
      return isConstant || operand instanceof LiteralTree literal && literal.getValue() instanceof Number number && number.doubleValue() > 1;
    }

    /** Whether the expression is, or is part of, an argument, a result or the first value of a field. */
    private boolean isGiven() {
      TreePath path = getCurrentPath();
      Tree parent = path.getParentPath().getLeaf();
      while (parent instanceof UnaryTree || parent instanceof ParenthesizedTree || parent instanceof TypeCastTree
          || parent instanceof ConditionalExpressionTree || parent instanceof BinaryTree && !SIGNS.containsKey(parent.getKind())) {
        path = path.getParentPath();
        parent = path.getParentPath().getLeaf();
      }
      Tree leaf = path.getLeaf();
      if (parent instanceof MethodInvocationTree call) return call.getArguments().contains(leaf);
      if (parent instanceof NewClassTree made) return made.getArguments().contains(leaf) && !ROOM.matcher(made.getIdentifier().toString()).matches();
      if (parent instanceof ReturnTree || parent instanceof LambdaExpressionTree) return true;
      boolean isField = parent instanceof VariableTree && path.getParentPath().getParentPath().getLeaf() instanceof ClassTree;
      return isField && !((VariableTree) parent).getName().contentEquals("serialVersionUID");
    }

    private void add(Tree tree, String before, String after) {
      add(end(tree), before, after);
    }

    private void add(int end, String before, String after) {
      String owner = null;
      String member = "-";
      boolean copied = false;
      for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
        Tree leaf = path.getLeaf();
        boolean isOfType = path.getParentPath() != null && path.getParentPath().getLeaf() instanceof ClassTree;
        if (leaf instanceof MethodTree method) member = method.getName().toString();
        if (leaf instanceof VariableTree field && isOfType) {
          member = field.getName().toString();
          copied = trees.getElement(path) instanceof VariableElement element && element.getConstantValue() != null;
        }
        if (leaf instanceof ClassTree type && !type.getSimpleName().isEmpty()) owner = type.getSimpleName() + (owner == null ? "" : "$" + owner);
      }
      Path file = Path.of(unit.getSourceFile().toUri());
      changes.add(new Change(file, owner, member, end - before.length(), end, unit.getLineMap().getLineNumber(end), before, after, copied));
    }

    private String text(Tree tree) {
      try {
        return unit.getSourceFile().getCharContent(true).subSequence(start(tree), end(tree)).toString();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private int start(Tree tree) {
      return (int) trees.getSourcePositions().getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
      return (int) trees.getSourcePositions().getEndPosition(unit, tree);
    }
  }
}
