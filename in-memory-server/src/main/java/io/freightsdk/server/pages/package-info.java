/**
 * What people look at: the pages behind the links of a load. Nothing of it is loaded until it is
 * called.
 */
@NullMarked
package io.freightsdk.server.pages;

import org.jspecify.annotations.NullMarked;
