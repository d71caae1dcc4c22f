import com.sun.source.tree.*;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Changes one figure, switch or named choice of the code at a time, and sees whether a test notices.
 *
 * <p>{@code java .ci/OneLineChanges.java [--seed N] [--count N] [--seconds N] [--only TEXT] MODULE...}, where a module is its folder,
 * with {@code +FOLDER} for each other module that tests it, or {@code --change FILE BEFORE AFTER MODULE} for a change of your own.
 * {@code .ci/mutation constants} calls it, after Maven has compiled everything and written {@code target/test-class-path}. A source is
 * changed where it stands, because some tests read sources, and restored at once, also when this program is stopped.
 */
public class OneLineChanges {
  private static final int AIM = 90;
  private static final Path PAGES = Path.of("sdk-examples/verification/documentation");
  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

  /** Sizes that only say how much room a thing has at first. */
  private static final Pattern ROOM = Pattern.compile("(StringBuilder|Array(List|Deque)|(Linked)?Hash(Map|Set)|ByteArrayOutputStream)(<.*>)?");

  /** A change: {@code owner} and {@code member} as in .ci/equivalent-mutants. */
  record Change(Path file, String owner, String member, long start, long end, long line, String before, String after) {
    String name() {
      return owner + " " + member + " " + before + "→" + after;
    }
  }

  private static long seed = 1;
  private static int count = 12;
  private static int seconds = 90;
  private static String only = "";
  private static boolean stopped;

  public static void main(String[] args) throws Exception {
    List<String> modules = new ArrayList<>();
    List<List<String>> own = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--seed" -> seed = Long.parseLong(args[++i]);
        case "--count" -> count = Integer.parseInt(args[++i]);
        case "--seconds" -> seconds = Integer.parseInt(args[++i]);
        case "--only" -> only = args[++i];
        case "--change" -> own.add(List.of(args[++i], args[++i], args[++i]));
        default -> modules.add(args[i]);
      }
    }
    Set<String> equivalent =
        Files.readAllLines(Path.of(".ci/equivalent-mutants")).stream()
            .map(line -> line.split(" ", 4))
            .filter(part -> part.length == 4)
            .map(part -> part[0] + " " + part[1] + " " + part[2])
            .collect(Collectors.toSet());
    List<String> rows = new ArrayList<>();
    boolean reached = true;
    for (String module : modules) {
      OneLineChanges changes = new OneLineChanges(module.split("\\+"));
      List<Change> all = own.isEmpty() ? changes.all() : new ArrayList<>();
      for (List<String> each : own) all.add(changes.own(each));
      List<Change> drawn =
          all.stream()
              .filter(change -> !equivalent.contains(change.name()) && change.name().contains(only))
              .sorted(Comparator.comparingLong(change -> drawnAt(change, all)))
              .toList();
      int tried = 0;
      int found = 0;
      for (Change change : drawn) {
        if (tried == count && own.isEmpty()) break;
        String test = changes.noticed(change);
        if (test == null) continue;
        tried++;
        found += test.isEmpty() ? 0 : 1;
        String at = change.file + ":" + change.line + " " + change.name();
        System.out.println(test.isEmpty() ? "  not noticed: " + at : "  noticed: " + at + ", by " + test);
      }
      int share = tried == 0 ? 100 : 100 * found / tried;
      reached &= share >= AIM;
      rows.add("%-50s %7d %7d %7d %5d %% %5d %%".formatted(changes.module, all.size(), tried, found, share, AIM));
    }
    System.out.printf("%-50s %7s %7s %7s %7s %7s  (seed %d)%n", "module", "changes", "tried", "noticed", "share", "aim", seed);
    rows.forEach(System.out::println);
    System.exit(reached ? 0 : 1);
  }

  /** By its name, so that other code does not change what is drawn; equal ones of one member are apart. */
  private static long drawnAt(Change change, List<Change> all) {
    long before = all.stream().filter(other -> other.name().equals(change.name()) && other.start < change.start).count();
    return new Random(31 * (31 * seed + change.name().hashCode()) + before).nextLong();
  }

  private final Path module;
  private final List<Path> testModules = new ArrayList<>();

  /** The words of each source of the module, and of each test. */
  private final Map<Path, Set<String>> words = new HashMap<>();

  private OneLineChanges(String[] folders) throws Exception {
    module = Path.of(folders[0]);
    for (String folder : folders) testModules.add(Path.of(folder));
    testModules.add(PAGES);
    for (Path source : javaFiles(module.resolve("src/main/java"))) words.put(source, wordsOf(source));
    for (Path tester : testModules) {
      for (Path source : javaFiles(tester.resolve("src"))) {
        if (!source.startsWith(tester.resolve("src/main"))) words.put(source, wordsOf(source));
      }
    }
  }

  private List<Change> all() throws IOException {
    List<Change> changes = new ArrayList<>();
    try (StandardJavaFileManager files = JAVAC.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-proc:none", "-cp", classPath(module, module));
      var sources = files.getJavaFileObjectsFromPaths(javaFiles(module.resolve("src/main/java")));
      JavacTask task = (JavacTask) JAVAC.getTask(Writer.nullWriter(), files, null, options, null, sources);
      List<CompilationUnitTree> units = new ArrayList<>();
      task.parse().forEach(units::add);
      task.analyze();
      for (CompilationUnitTree unit : units) new Finder(unit, Trees.instance(task), changes).scan(unit, null);
    }
    return changes;
  }

  private Change own(List<String> change) throws IOException {
    Path file = words.keySet().stream().filter(path -> path.endsWith(change.get(0))).findFirst().orElseThrow();
    String text = Files.readString(file);
    int start = text.indexOf(change.get(1));
    if (start < 0 || text.indexOf(change.get(1), start + 1) > 0) throw new IllegalArgumentException("not once in " + file + ": " + change.get(1));
    long line = text.substring(0, start).lines().count();
    return new Change(file, nameOf(file), "-", start, start + change.get(1).length(), line, change.get(1), change.get(2));
  }

  /** The test that notices a change; empty if none does, null if the change cannot be compiled. */
  private String noticed(Change change) throws Exception {
    // Before the change: what is not green as it is says nothing of it.
    Map<Path, List<String>> tests = new LinkedHashMap<>();
    for (Path tester : testModules) tests.put(tester, near(change, tester));
    Path classes = Files.createTempDirectory("changed");
    byte[] before = Files.readAllBytes(change.file);
    String text = Files.readString(change.file);
    String after = text.substring(0, (int) change.start) + change.after + text.substring((int) change.end);
    Thread restore =
        new Thread(
            () -> {
              ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
              write(change.file, before, true);
            });
    Runtime.getRuntime().addShutdownHook(restore);
    try {
      write(change.file, after.getBytes(StandardCharsets.UTF_8), false);
      // A constant is copied into what uses it, in tests as well.
      boolean isCopied = change.member.matches("[A-Z0-9_]+");
      List<Path> users = words.keySet().stream().filter(file -> isCopied && words.get(file).contains(change.member)).toList();
      List<Path> main = users.stream().filter(file -> file.startsWith(module.resolve("src/main"))).toList();
      if (!compiled(Stream.concat(Stream.of(change.file), main.stream()).distinct().toList(), module, classes)) return null;
      for (Path tester : testModules) {
        List<Path> using = users.stream().filter(file -> file.startsWith(tester.resolve("src/test"))).toList();
        if (!using.isEmpty() && !compiled(using, tester, classes)) return "a test that is not compiled with it";
        List<String> left = new ArrayList<>(tests.get(tester));
        for (String test = run(tester, left, classes, true); !test.isEmpty(); test = run(tester, left, classes, true)) {
          String said = test;
          List<String> failed = left.stream().filter(each -> said.startsWith(each.replaceFirst(".*\\.", "") + ":")).toList();
          // A test says nothing if it fails on the code as it is.
          write(change.file, before, false);
          if (failed.isEmpty() || run(tester, failed, Files.createTempDirectory("unchanged"), true).isEmpty()) return test;
          System.out.println("  not green as it is, and left out: " + failed);
          left.removeAll(failed);
          write(change.file, after.getBytes(StandardCharsets.UTF_8), false);
        }
      }
      return "";
    } finally {
      write(change.file, before, false);
      Runtime.getRuntime().removeShutdownHook(restore);
    }
  }

  /** At once or not at all, and nothing but what was there once this program is being stopped. */
  private static synchronized void write(Path file, byte[] text, boolean last) {
    if (stopped && !last) return;
    stopped = last;
    try {
      Path whole = Files.write(Path.of(file + ".new"), text);
      Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new IllegalStateException("restore " + file + " yourself", e);
    }
  }

  private boolean compiled(List<Path> sources, Path of, Path classes) throws IOException {
    try (StandardJavaFileManager files = JAVAC.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-proc:none", "-nowarn", "-g", "-parameters", "-d", classes.toString(), "-cp", classes + File.pathSeparator + classPath(module, of));
      return JAVAC.getTask(Writer.nullWriter(), files, null, options, null, files.getJavaFileObjectsFromPaths(sources)).call();
    }
  }

  /** The green tests from which the change is reached, nearest first: those that name its class, then those that name who names it. */
  private List<String> near(Change change, Path tester) throws Exception {
    Map<String, Integer> distances = new TreeMap<>();
    Set<Path> seen = new HashSet<>(Set.of(change.file));
    Set<Path> last = Set.of(change.file);
    // All pages are tested together: only what names the class itself is about its figures.
    for (int distance = 0; !last.isEmpty() && !(tester.equals(PAGES) && distance > 0); distance++) {
      Set<String> names = last.stream().map(OneLineChanges::nameOf).collect(Collectors.toSet());
      last =
          words.keySet().stream()
              .filter(file -> !seen.contains(file) && words.get(file).stream().anyMatch(names::contains))
              .collect(Collectors.toSet());
      seen.addAll(last);
      for (Path file : last) {
        if (file.startsWith(tester.resolve("src/test/java")) && nameOf(file).matches(".*(Test|Properties)")) distances.put(className(tester, file), distance);
      }
    }
    Map<String, Long> times = measured(tester, distances.keySet());
    Comparator<String> nearest = Comparator.comparing(distances::get);
    return distances.keySet().stream().filter(times::containsKey).sorted(nearest.thenComparing(times::get)).toList();
  }

  /** How long these tests take as the code is, by an earlier run or by one now; those that are not green are left out. */
  private Map<String, Long> measured(Path tester, Set<String> tests) throws Exception {
    Path file = tester.resolve("target/test-times");
    Map<String, String> known = new TreeMap<>();
    if (Files.exists(file)) for (String line : Files.readAllLines(file)) known.put(line.replaceFirst(" .*", ""), line);
    List<String> unknown = new ArrayList<>();
    for (String test : tests) if (!known.getOrDefault(test, "").endsWith(" " + bytes(tester, test))) unknown.add(test);
    if (!unknown.isEmpty()) {
      Path none = Files.createTempDirectory("unchanged");
      run(tester, unknown, none, false);
      // What another tag leaves out says nothing.
      for (String test : unknown) known.put(test, test + " 0 skipped " + bytes(tester, test));
      for (String line : Files.exists(none.resolve("times")) ? Files.readAllLines(none.resolve("times")) : List.<String>of()) {
        String test = line.replaceFirst(" .*", "");
        known.put(test, line + " " + bytes(tester, test));
        if (line.endsWith("red")) System.out.println("  not green as it is, and left out: " + test);
      }
      Files.write(file, known.values());
    }
    Map<String, Long> green = new TreeMap<>();
    for (String test : tests) {
      String[] part = known.getOrDefault(test, "- 0 skipped").split(" ");
      if (part[2].equals("green")) green.put(test, Long.valueOf(part[1]));
    }
    return green;
  }

  /** Tells the versions of a compiled test apart. */
  private static int bytes(Path tester, String test) throws IOException {
    return Arrays.hashCode(Files.readAllBytes(tester.resolve("target/test-classes/" + test.replace('.', '/') + ".class")));
  }

  /** The first test that fails; empty if none does, or none in time. */
  private String run(Path tester, List<String> classes, Path changed, boolean first) throws Exception {
    if (classes.isEmpty()) return "";
    Path list = Files.write(changed.resolve("tests"), classes);
    Path times = changed.resolve("times");
    String path = classPath(module, tester);
    String launcher = path.replaceFirst(".*?([^:]*junit-platform-)engine([^:]*)engine([^:]*\\.jar).*", "$1launcher$2launcher$3");
    if (!Files.exists(Path.of(launcher))) throw new IllegalStateException("run mvn test once, which fetches " + launcher);
    String here = Path.of("").toAbsolutePath() + "/.ci/RunTests.java";
    Process process =
        new ProcessBuilder(
                "java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfreight.seeds=", "-Dfreight.thorough=false",
                "-Dbasedir=" + tester.toAbsolutePath(), "-cp", changed + File.pathSeparator + path + File.pathSeparator + launcher,
                here, list.toString(), times.toString(), String.valueOf(first ? seconds : 3600), String.valueOf(first))
            .directory(tester.toFile())
            .redirectErrorStream(true)
            .redirectOutput(changed.resolve("output").toFile())
            .start();
    if (!process.waitFor(first ? seconds + 120 : 3700, TimeUnit.SECONDS)) process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
    Path failed = changed.resolve("times.failed");
    if (Files.exists(failed)) return Files.readString(failed).strip();
    if (process.exitValue() == 0) return "";
    if (!first) throw new IllegalStateException("tests of " + tester + " do not run: " + changed.resolve("output"));
    return "the end of the JVM, " + changed.resolve("output");
  }

  /** As Maven has it; the classes of the changed module, when they are in a jar, as folders. */
  private static String classPath(Path module, Path of) throws IOException {
    String own = Stream.of(of.resolve("target/test-classes"), of.resolve("target/classes"), module.resolve("target/classes"))
        .map(path -> path.toAbsolutePath().toString()).collect(Collectors.joining(File.pathSeparator));
    return own + File.pathSeparator + Files.readString(of.resolve("target/test-class-path")).strip();
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    if (!Files.exists(folder)) return List.of();
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java") && !file.toString().endsWith("-info.java")).sorted().toList();
    }
  }

  private static Set<String> wordsOf(Path file) throws IOException {
    return Pattern.compile("\\W+").splitAsStream(Files.readString(file)).collect(Collectors.toSet());
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static String className(Path module, Path test) {
    return module.resolve("src/test/java").relativize(test).toString().replace(".java", "").replace(File.separatorChar, '.');
  }

  /** Finds figures and booleans that are arguments or first values of fields, named choices there, and comparisons with a named figure. */
  private static final class Finder extends TreePathScanner<Void, Void> {
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
      if (value instanceof Boolean && isGiven()) add(literal, end(literal), value.toString(), String.valueOf(!(Boolean) value));
      if (value instanceof Number number && isGiven()) {
        // One more of a few, twice as much of many.
        boolean few = number.doubleValue() == Math.rint(number.doubleValue()) && number.doubleValue() < 10;
        Number other = few ? number.doubleValue() + 1 : number.doubleValue() * 2;
        String changed = value instanceof Double || value instanceof Float ? other.toString() : other.longValue() + (value instanceof Long ? "L" : "");
        add(literal, end(literal), text(literal), changed);
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
      if (all.size() > 1) add(tree, end(tree), constant.getSimpleName().toString(), next);
      return none;
    }

    @Override
    public Void visitBinary(BinaryTree comparison, Void none) {
      String sign = Map.of(Tree.Kind.LESS_THAN, "<", Tree.Kind.GREATER_THAN, ">", Tree.Kind.LESS_THAN_EQUAL, "<=", Tree.Kind.GREATER_THAN_EQUAL, ">=")
          .get(comparison.getKind());
      if (sign != null && (isFigure(comparison.getLeftOperand()) || isFigure(comparison.getRightOperand()))) {
        String between = text(comparison).substring((int) (end(comparison.getLeftOperand()) - start(comparison)));
        long end = end(comparison.getLeftOperand()) + between.indexOf(sign) + sign.length();
        add(comparison, end, sign, sign.length() == 1 ? sign + "=" : sign.substring(0, 1));
      }
      return super.visitBinary(comparison, none);
    }

    private boolean isFigure(ExpressionTree operand) {
      Element element = trees.getElement(new TreePath(getCurrentPath(), operand));
      return element != null && element.getKind() == ElementKind.FIELD && element.getModifiers().containsAll(Set.of(Modifier.STATIC, Modifier.FINAL));
    }

    /** Whether the expression is, or is part of, an argument or the first value of a field. */
    private boolean isGiven() {
      TreePath path = getCurrentPath();
      Tree leaf = path.getLeaf();
      Tree parent = path.getParentPath().getLeaf();
      while (parent instanceof UnaryTree || parent instanceof ParenthesizedTree || parent instanceof TypeCastTree
          || parent instanceof ConditionalExpressionTree || isSum(parent)) {
        path = path.getParentPath();
        leaf = path.getLeaf();
        parent = path.getParentPath().getLeaf();
      }
      if (parent instanceof MethodInvocationTree call) return call.getArguments().contains(leaf);
      if (parent instanceof NewClassTree made) {
        return made.getArguments().contains(leaf) && !ROOM.matcher(made.getIdentifier().toString()).matches();
      }
      return parent instanceof VariableTree field
          && path.getParentPath().getParentPath().getLeaf() instanceof ClassTree
          && !field.getName().contentEquals("serialVersionUID");
    }

    private static boolean isSum(Tree tree) {
      return tree instanceof BinaryTree && Set.of(Tree.Kind.PLUS, Tree.Kind.MINUS, Tree.Kind.MULTIPLY, Tree.Kind.DIVIDE, Tree.Kind.LEFT_SHIFT)
          .contains(tree.getKind());
    }

    private void add(Tree tree, long end, String before, String after) {
      String owner = null;
      String member = "-";
      for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
        Tree leaf = path.getLeaf();
        Tree parent = path.getParentPath() == null ? null : path.getParentPath().getLeaf();
        if (leaf instanceof MethodTree method) member = method.getName().toString();
        if (leaf instanceof VariableTree field && parent instanceof ClassTree) member = field.getName().toString();
        if (leaf instanceof ClassTree type && !type.getSimpleName().isEmpty()) owner = type.getSimpleName() + (owner == null ? "" : "$" + owner);
      }
      long line = unit.getLineMap().getLineNumber(end);
      Path file = Path.of(unit.getSourceFile().getName());
      changes.add(new Change(file, owner, member, end - before.length(), end, line, before, after));
    }

    private String text(Tree tree) {
      try {
        return unit.getSourceFile().getCharContent(true).subSequence((int) start(tree), (int) end(tree)).toString();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private long start(Tree tree) {
      return trees.getSourcePositions().getStartPosition(unit, tree);
    }

    private long end(Tree tree) {
      return trees.getSourcePositions().getEndPosition(unit, tree);
    }
  }
}
