/**
 * What the tests of every module share. jqwik finds it on the class path: properties draw the same
 * values in each build.
 */
@NullMarked
package io.freightsdk.testsupport;

import org.jspecify.annotations.NullMarked;
