import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Checks the Javadoc site: it has exactly the exported packages of the published jars, one search, and no dead link to a page of its own.
 *
 * <p>{@code java .ci/release/CheckJavadoc.java SITE FOLDER}. The folder has the published jars.
 */
public class CheckJavadoc {
  private static final Pattern LINK = Pattern.compile("\\b(?:href|src)=\"([^\"#]*)(?:#([^\"]*))?\"");
  private static final Pattern ANCHOR = Pattern.compile("\\b(?:id|name)=\"([^\"]*)\"");

  private final Path site;
  private final Map<Path, Set<String>> anchors = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  private CheckJavadoc(Path site) {
    this.site = site;
  }

  public static void main(String[] args) throws IOException {
    CheckJavadoc check = new CheckJavadoc(Path.of(args[0]));
    Set<String> exported = exported(Path.of(args[1]));
    check.pages(exported);
    int links = check.links();
    check.faults.forEach(System.err::println);
    System.out.printf(
        "Javadoc site of %d packages with %d links: %s%n", exported.size(), links, check.faults.isEmpty() ? "no fault" : check.faults.size() + " faults");
    System.exit(check.faults.isEmpty() && !exported.isEmpty() ? 0 : 1);
  }

  /** Packages that users can import. A jar without a module descriptor exports all that are not internal. */
  private static Set<String> exported(Path folder) throws IOException {
    Set<String> exported = new TreeSet<>();
    for (Path sources : files(folder, "-sources.jar")) {
      Path classes = Path.of(sources.toString().replace("-sources.jar", ".jar"));
      try (ZipFile source = new ZipFile(sources.toFile());
          ZipFile jar = new ZipFile(classes.toFile())) {
        if (source.getEntry("module-info.java") == null) {
          source.stream()
              .map(ZipEntry::getName)
              .filter(name -> name.endsWith(".java") && !name.contains("/internal/"))
              .forEach(name -> exported.add(name.substring(0, name.lastIndexOf('/')).replace('/', '.')));
        } else {
          try (InputStream module = jar.getInputStream(jar.getEntry("module-info.class"))) {
            ModuleDescriptor.read(module).exports().stream()
                .filter(export -> !export.isQualified())
                .forEach(export -> exported.add(export.source()));
          }
        }
      }
    }
    return exported;
  }

  private void pages(Set<String> exported) throws IOException {
    for (String name : List.of("index.html", "allclasses-index.html", "package-search-index.js", "type-search-index.js", "member-search-index.js")) {
      expect(Files.exists(site.resolve(name)), name + " is missing");
    }
    for (String name : exported) {
      expect(Files.exists(site.resolve(name.replace('.', '/') + "/package-summary.html")), "the package " + name + " has no page");
    }
    for (Path page : files(site, ".html")) {
      Path folder = site.relativize(page).getParent();
      String name = folder == null ? "" : folder.toString().replace('/', '.');
      expect(!name.startsWith("io.") || exported.contains(name), site.relativize(page) + " is of a package that is not exported");
    }
  }

  private int links() throws IOException {
    int count = 0;
    for (Path page : files(site, ".html")) {
      for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
        if (link.group(1).matches("[a-z]+:.*")) continue;
        count++;
        String file = decoded(link.group(1).replaceFirst("\\?.*", ""));
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        // javadoc makes no anchors for the contents of this page.
        boolean hasAnchors = !target.endsWith("constant-values.html");
        String anchor = link.group(2) == null ? "" : decoded(link.group(2));
        boolean exists = Files.isRegularFile(target) && (anchor.isEmpty() || !hasAnchors || anchors(target).contains(anchor));
        expect(exists, site.relativize(page) + ": " + link.group() + " leads nowhere");
      }
    }
    return count;
  }

  private Set<String> anchors(Path page) throws IOException {
    Set<String> known = anchors.get(page);
    if (known == null) {
      known = ANCHOR.matcher(Files.readString(page)).results().map(found -> decoded(found.group(1))).collect(Collectors.toSet());
      anchors.put(page, known);
    }
    return known;
  }

  private static String decoded(String text) {
    String unescaped = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    return URLDecoder.decode(unescaped.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds) faults.add(otherwise);
  }

  private static List<Path> files(Path root, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
